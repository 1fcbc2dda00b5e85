import { useState } from 'preact/hooks'
import { MoneyField } from '../../parts/controls/money-field.tsx'
import { useFormats } from '../../parts/formats.tsx'
import { usePartTexts } from '../../parts/preferences.tsx'
import { useTill } from '../shop/till.tsx'
import { usePaymentTexts } from '../texts/use-texts.ts'
import { cashDue, mostCash, quickAmounts, type Tender } from './tenders.ts'

type Props = {
  /** Amount to pay in cash, in cents. */
  readonly cents: number
  /** True if that is the whole rest: only then it is rounded. */
  readonly isRest: boolean
  readonly onTender: (tender: Tender, paysAll: boolean) => void
  readonly onBack: () => void
}

/** Takes cash: by a tap on the amount handed over, or its digits; shows the change. */
export function CashStep({ cents, isRest, onTender, onBack }: Props) {
  const texts = usePaymentTexts()
  const parts = usePartTexts()
  const { money } = useFormats()
  const { shop } = useTill()
  const { smallestCents } = shop
  const rounding = shop.settings.cashRoundingCents
  const dueCents = isRest ? cashDue(cents, rounding) : cents
  const [givenCents, setGivenCents] = useState(0)
  const take = (given: number) =>
    onTender({ method: 'cash', amountCents: dueCents, givenCents: given }, isRest)
  const confirm = (event: SubmitEvent) => {
    event.preventDefault()
    if (givenCents >= dueCents) take(givenCents)
  }
  return (
    <form class="cash" onSubmit={confirm}>
      {dueCents !== cents && <p class="quiet">{texts.rounded(money(dueCents))}</p>}
      <div class="quick">
        {quickAmounts(dueCents, smallestCents).map((amount, at) => (
          <button
            key={amount}
            type="button"
            // A long amount is set smaller: it never breaks
            style={{ fontSize: `min(1.125rem, ${10 / money(amount).length}rem)` }}
            onClick={() => take(amount)}
          >
            {at === 0 && <span class="small block">{texts.exact}</span>}
            {money(amount)}
          </button>
        ))}
      </div>
      <MoneyField
        label={texts.given}
        cents={givenCents}
        onCents={setGivenCents}
        smallestCents={smallestCents}
        maxCents={mostCash(dueCents, smallestCents)}
        isFocused
        hasKeys
      />
      <p class="change" role="status">
        {givenCents > 0 &&
          (givenCents >= dueCents
            ? `${texts.change} ${money(givenCents - dueCents)}`
            : `${texts.missing} ${money(dueCents - givenCents)}`)}
      </p>
      <div class="actions">
        <button type="button" onClick={onBack}>
          {parts.back}
        </button>
        <button type="submit" class="strong" disabled={givenCents < dueCents}>
          {givenCents < dueCents ? texts.received : texts.confirm(money(givenCents))}
        </button>
      </div>
    </form>
  )
}
