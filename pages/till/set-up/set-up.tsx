import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { PosError } from '../../../shared/client/pos-error.ts'
import { useErrorText } from '../../parts/error-text.ts'
import type { Me } from '../../parts/pos.ts'
import { PreferenceButtons } from '../../parts/preference-buttons.tsx'
import { usePartTexts, usePreferences } from '../../parts/preferences.tsx'
import { readRate } from '../../parts/read-rate.ts'
import { remember } from '../lock/people.ts'
import { useSetUpTexts } from '../texts/use-texts.ts'
import type { Answers } from './answers.ts'
import { guessCurrency } from './currencies.ts'
import { MoneyStep } from './money-step.tsx'
import { OwnerStep } from './owner-step.tsx'
import { proposedZone } from './proposed-zone.ts'
import { finishShop, setUpShop } from './set-up-shop.ts'
import { ShopStep } from './shop-step.tsx'
import type { StepProps } from './step.ts'

type Props = {
  readonly onLogin: (me: Me) => void
  /** Called when somebody else has set the shop up meanwhile. */
  readonly onSetUpElsewhere: () => void
}

const steps = ['yourShop', 'yourMoney', 'you'] as const

/** Sets up a new shop in three steps, and opens its till. */
export function SetUp({ onLogin, onSetUpElsewhere }: Props) {
  const texts = useSetUpTexts()
  const parts = usePartTexts()
  const { language } = usePreferences()
  const errorText = useErrorText()
  const [answers, setAnswers] = useState(initialAnswers)
  const [at, setAt] = useState(0)
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  /** The owner, once the shop exists and the rest is not finished. */
  const [owner, setOwner] = useState<Me>()
  const title = useRef<HTMLHeadingElement>(null)
  // At once: later it would take the focus from who types already
  useLayoutEffect(() => title.current?.focus(), [at])

  const finish = async (me: Me) => {
    const { storeSamples, restaurantSamples } = texts
    const samples = answers.businessType === 'store' ? storeSamples : restaurantSamples
    const { taxName = texts.taxNameDefault } = answers
    await finishShop({ ...answers, taxName }, samples)
    onLogin(me)
  }
  const begin = async () => {
    const me = owner ?? (await setUpShop(answers, language))
    remember({ id: me.user.userId, name: me.user.name })
    setOwner(me)
    await finish(me)
  }
  const fail = (error: unknown) => {
    setBusy(false)
    const code = error instanceof PosError ? error.code : ''
    if (code === 'setup_already_completed') return onSetUpElsewhere()
    const isAboutCode = code === 'invalid_credentials' && !owner
    setTrouble(
      isAboutCode ? (needsCode ? texts.badCode : texts.codeHint) : errorText(error),
    )
    if (isAboutCode) setNeedsCode(true)
  }
  const go = (event: SubmitEvent) => {
    event.preventDefault()
    setTrouble(undefined)
    const isTaxed = answers.taxMode !== 'none'
    if (at === 1 && isTaxed && readRate(answers.taxRate) === undefined) {
      return setTrouble(texts.badRate)
    }
    if (at < steps.length - 1) return setAt(at + 1)
    setBusy(true)
    begin().catch(fail)
  }

  const step: StepProps = {
    answers,
    change: (change) => setAnswers((before) => ({ ...before, ...change })),
  }
  return (
    <div class="gate set-up">
      <PreferenceButtons />
      <main class="card">
        <div>
          <p class="quiet small">{texts.step(at + 1, steps.length)}</p>
          <h1 ref={title} tabIndex={-1}>
            {texts[steps[at] ?? 'yourShop']}
          </h1>
        </div>
        <form onSubmit={go}>
          {at === 0 && <ShopStep {...step} />}
          {at === 1 && <MoneyStep {...step} />}
          {at === 2 && <OwnerStep {...step} needsCode={needsCode} />}
          <p class="trouble" role="alert">
            {owner && trouble && `${texts.unfinished} `}
            {trouble}
          </p>
          <div class="actions">
            {at > 0 && !owner && (
              <button type="button" onClick={() => setAt(at - 1)}>
                {parts.back}
              </button>
            )}
            {owner && trouble && (
              <button type="button" onClick={() => onLogin(owner)}>
                {texts.without}
              </button>
            )}
            <button type="submit" class="strong" disabled={isBusy}>
              {isBusy
                ? texts.settingUp
                : at < steps.length - 1
                  ? texts.next
                  : owner
                    ? texts.again
                    : texts.begin}
            </button>
          </div>
        </form>
      </main>
    </div>
  )
}

const initialAnswers = (): Answers => {
  const currency = guessCurrency(navigator.languages)
  return {
    businessName: '',
    businessType: 'store',
    address: '',
    taxId: '',
    currency,
    timeZone: proposedZone(navigator.languages, currency),
    taxMode: 'included',
    taxName: undefined,
    taxRate: '',
    ownerName: '',
    pin: '',
    walletPassword: '',
    setupCode: '',
    hasSamples: true,
  }
}
