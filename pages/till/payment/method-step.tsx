import { useState } from 'preact/hooks'
import { MoneyField } from '../../parts/controls/money-field.tsx'
import { useFormats } from '../../parts/formats.tsx'
import type { Method } from '../../parts/payment-methods.ts'
import { useTill } from '../shop/till.tsx'
import { usePaymentTexts } from '../texts/use-texts.ts'
import type { Tender } from './tenders.ts'
import { TipChoice } from './tip-choice.tsx'

type Props = {
  /** Without the tip, in cents. */
  readonly dueCents: number
  /** Left to pay, with the tip. */
  readonly restCents: number
  readonly tipCents: number
  readonly tenders: readonly Tender[]
  /** True while it must wait for the internet. */
  readonly isBlocked: boolean
  readonly hasLightning: boolean
  readonly onTip: (cents: number) => void
  readonly onRemove: (tender: Tender) => void
  readonly onMethod: (method: Method, cents: number) => void
  readonly onLightning: () => void
  /** Sells what costs nothing. */
  readonly onNothing: () => void
}

/** Numbers of people who share what is left evenly. */
const shares = [2, 3, 4, 5, 6] as const

/** One person's share in cents; the last one pays what is left. */
const shareOf = (cents: number, people: number, smallestCents: number) =>
  Math.floor(cents / people / smallestCents) * smallestCents

const shown = ['cash', 'creditCard', 'debitCard', 'bankTransfer'] as const

/**
 * Shows the tip and the tenders so far, and offers the methods for the rest or a part of it.
 */
export function MethodStep(props: Props) {
  const texts = usePaymentTexts()
  const { money } = useFormats()
  const { shop, isLost } = useTill()
  const { restCents, tenders } = props
  const { smallestCents } = shop
  const [partCents, setPartCents] = useState<number>()
  if (restCents === 0 && tenders.length === 0) {
    return (
      <div class="selling">
        <p>{texts.nothingDue}</p>
        <button type="button" class="strong" onClick={props.onNothing}>
          {texts.sellForNothing}
        </button>
      </div>
    )
  }
  const cents = partCents ?? restCents
  const isPart = cents !== restCents
  const canPay = !props.isBlocked && cents > 0 && cents <= restCents
  return (
    <>
      {tenders.length > 0 && (
        <ul class="paid-so-far">
          {tenders.map((tender) => {
            const text = texts.paid(texts[tender.method], money(tender.amountCents))
            return (
              <li key={text}>
                {text}
                <button
                  type="button"
                  class="plain"
                  aria-label={texts.remove(text)}
                  onClick={() => props.onRemove(tender)}
                >
                  <span aria-hidden="true">✕</span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {shop.settings.tipsEnabled && tenders.length === 0 && (
        <TipChoice
          dueCents={props.dueCents}
          tipCents={props.tipCents}
          onTip={props.onTip}
        />
      )}
      <div class="methods">
        {shown.map((method) => (
          <button
            key={method}
            type="button"
            class={method}
            disabled={!canPay}
            onClick={() => props.onMethod(method, cents)}
          >
            {texts[method]}
          </button>
        ))}
        {props.hasLightning && (
          <button
            type="button"
            class="lightning"
            disabled={!canPay || isPart || isLost}
            onClick={props.onLightning}
          >
            {texts.lightning}
            {isLost && <span class="small block">{texts.needsCloud}</span>}
          </button>
        )}
      </div>
      {partCents === undefined ? (
        <button type="button" class="plain" onClick={() => setPartCents(0)}>
          {texts.part}
        </button>
      ) : (
        <div class="part">
          <MoneyField
            label={texts.partAmount}
            cents={partCents}
            onCents={setPartCents}
            smallestCents={smallestCents}
            maxCents={restCents}
            isFocused
          />
          <div class="actions">
            {shares.map((people) => {
              const shareCents = shareOf(restCents, people, smallestCents)
              return (
                <button
                  key={people}
                  type="button"
                  aria-label={texts.share(people, money(shareCents))}
                  disabled={shareCents === 0}
                  onClick={() => setPartCents(shareCents)}
                >
                  1/{people}
                </button>
              )
            })}
          </div>
          <button type="button" class="plain" onClick={() => setPartCents(undefined)}>
            {texts.whole}
          </button>
          <p class="quiet small">{texts.lightningLast}</p>
        </div>
      )}
    </>
  )
}
