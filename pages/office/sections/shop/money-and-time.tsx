import { useMemo, useState } from 'preact/hooks'
import type { Business, BusinessInput } from '../../../../shared/client/api.ts'
import { SelectField } from '../../../parts/controls/select-field.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { useAction } from '../../controls/use-action.ts'
import { useVisit } from '../../figures/visit.tsx'
import { useShop } from '../../shop/shop.tsx'
import { useRefusalText } from './use-refusal-text.ts'
import { useShopTexts } from './use-texts.ts'

type Props = {
  readonly business: Business
  /** Of the currencies that may be chosen. */
  readonly acronyms: readonly string[]
  readonly onSaved: () => Promise<void>
}

const steps = [5, 10, 20, 50, 100]
/** For currencies without cents. */
const largeSteps = [100, 200, 500, 1_000, 2_000, 5_000, 10_000]

/** Every half hour until noon. */
const dayStarts = Array.from(
  { length: 25 },
  (_, at) =>
    `${String(Math.floor(at / 2)).padStart(2, '0')}:${at % 2 === 0 ? '00' : '30'}`,
)

/** The currency, the time zone, when days begin, tips, and how cash is rounded. */
export function MoneyAndTime({ business, acronyms, onSaved }: Props) {
  const texts = useShopTexts()
  const { money, locale } = useFormats()
  const { user } = useVisit()
  const { shop, readShopAgain } = useShop()
  const { acronym, fractionDigits } = shop.currency
  const wordingOf = useRefusalText()
  const { isBusy, trouble, say, run } = useAction(wordingOf)
  const [currency, setCurrency] = useState(acronym)
  const [timezone, setTimezone] = useState(business.timezone ?? 'UTC')
  const [dayStartsAt, setDayStartsAt] = useState(business.dayStartsAt)
  const [tipsEnabled, setTipsEnabled] = useState(business.tipsEnabled)
  const [tips, setTips] = useState(business.tipPercentages ?? '')
  const [rounding, setRounding] = useState(business.cashRoundingCents)
  const [isAsked, setAsked] = useState(false)
  const [said, setSaid] = useState('')
  const names = useMemo(
    () => new Intl.DisplayNames(locale, { type: 'currency' }),
    [locale],
  )
  const isOtherZone = timezone !== (business.timezone ?? 'UTC')
  const isOtherStart = dayStartsAt !== business.dayStartsAt
  const isOtherRounding = rounding !== business.cashRoundingCents
  const save = async () => {
    if (currency !== acronym)
      await pos.currencies.chooseBase({ body: { acronym: currency } })
    const body: BusinessInput = {
      businessName: (await pos.config.show()).businessName,
      ...(isOtherZone && { timezone }),
      ...(isOtherStart && { dayStartsAt }),
      ...(tipsEnabled !== business.tipsEnabled && { tipsEnabled }),
      ...(tips.trim() !== (business.tipPercentages ?? '') && {
        tipPercentages: tips.trim() || null,
      }),
      ...(isOtherRounding && { cashRoundingCents: rounding }),
    }
    await pos.config.change({ body })
    await readShopAgain()
    await onSaved()
    setSaid(texts.saved)
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setSaid('')
    if (!arePercentages(tips)) return say(texts.badTips)
    say(undefined)
    const isAsked = currency !== acronym || isOtherZone || isOtherStart || isOtherRounding
    if (isAsked) return setAsked(true)
    await run(save)
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <SelectField
        label={texts.currency}
        hint={texts.currencyHint}
        name="currency"
        value={currency}
        onChoose={setCurrency}
        options={[...new Set([acronym, ...acronyms])].map((value) => ({
          value,
          label: nameOf(names, value),
        }))}
      />
      <SelectField
        label={texts.timeZone}
        hint={texts.timeZoneHint}
        name="time-zone"
        value={timezone}
        onChoose={setTimezone}
        options={[
          ...new Set([timezone, 'UTC', ...Intl.supportedValuesOf('timeZone')]),
        ].map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
      />
      <SelectField
        label={texts.dayStart}
        hint={texts.dayStartHint}
        name="day-start"
        value={dayStartsAt}
        onChoose={setDayStartsAt}
        options={[...new Set([...dayStarts, dayStartsAt])].map((value) => ({
          value,
          label: value === '00:00' ? texts.midnight : value,
        }))}
      />
      <label class="check">
        <input
          type="checkbox"
          name="tips"
          checked={tipsEnabled}
          onChange={({ currentTarget }) => setTipsEnabled(currentTarget.checked)}
        />
        <span>{texts.tipsOn}</span>
      </label>
      <TextField
        label={texts.tipPercentages}
        hint={texts.tipPercentagesHint}
        name="tip-percentages"
        inputMode="decimal"
        autocomplete="off"
        value={tips}
        onText={setTips}
      />
      {user.isAdmin && (
        <SelectField
          label={texts.rounding}
          hint={texts.roundingHint}
          name="rounding"
          value={String(rounding)}
          onChoose={(cents) => setRounding(Number(cents))}
          options={[0, ...(fractionDigits === 0 ? largeSteps : steps)].map((cents) => ({
            value: String(cents),
            label: cents === 0 ? texts.noRounding : money(cents),
          }))}
        />
      )}
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <div class="actions">
        <p role="status">{said}</p>
        <button type="submit" class="strong" disabled={isBusy}>
          {texts.save}
        </button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={
            currency === acronym
              ? texts.confirm
              : texts.confirmCurrency(nameOf(names, currency))
          }
          confirm={texts.save}
          onConfirm={save}
          wordingOf={wordingOf}
          onClose={() => setAsked(false)}
        >
          {currency !== acronym && <p>{texts.currencyChange}</p>}
          {isOtherZone && <p>{texts.confirmTimeZone(timezone.replaceAll('_', ' '))}</p>}
          {isOtherStart && (
            <p>
              {texts.confirmDayStart(
                dayStartsAt === '00:00' ? texts.midnight : dayStartsAt,
              )}
            </p>
          )}
          {isOtherRounding && (
            <p>
              {texts.confirmRounding(rounding === 0 ? texts.noRounding : money(rounding))}
            </p>
          )}
        </ConfirmDialog>
      )}
    </form>
  )
}

function nameOf(names: Intl.DisplayNames, acronym: string): string {
  const name = names.of(acronym) ?? acronym
  return name === acronym ? acronym : `${name} (${acronym})`
}

/** As the API takes them: comma-separated, above 0, at most 100, each once; or none. */
function arePercentages(text: string): boolean {
  if (text.trim() === '') return true
  const parts = text.split(',').map((part) => part.trim())
  return (
    new Set(parts.map(Number)).size === parts.length &&
    parts.every(
      (part) => /^\d+(\.\d+)?$/.test(part) && Number(part) > 0 && Number(part) <= 100,
    )
  )
}
