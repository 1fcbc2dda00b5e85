import { useState } from 'preact/hooks'
import { fractionOf } from '../../../shared/platform/money/shares.ts'
import { MoneyField } from '../../parts/controls/money-field.tsx'
import { useFormats } from '../../parts/formats.tsx'
import { useTill } from '../shop/till.tsx'
import { usePaymentTexts } from '../texts/use-texts.ts'
import { mostCash } from './tenders.ts'

type Props = {
  readonly dueCents: number
  readonly tipCents: number
  readonly onTip: (cents: number) => void
}

/** The tip by the shop's percentages, or any sum. */
export function TipChoice({ dueCents, tipCents, onTip }: Props) {
  const texts = usePaymentTexts()
  const { money, number } = useFormats()
  const { shop } = useTill()
  const [isOther, setOther] = useState(false)
  const { smallestCents } = shop
  const percentages = (shop.settings.tipPercentages ?? '10,15,20').split(',').map(Number)
  const choose = (cents: number) => {
    setOther(false)
    onTip(cents)
  }
  return (
    <fieldset class="tips">
      <legend>{texts.tip}</legend>
      <button type="button" aria-pressed={tipCents === 0} onClick={() => choose(0)}>
        {texts.noTip}
      </button>
      {percentages.map((percent) => {
        const cents = fractionOf(
          dueCents,
          Math.round(percent * 100),
          10_000,
          smallestCents,
        )
        return (
          <button
            key={percent}
            type="button"
            aria-pressed={!isOther && cents > 0 && tipCents === cents}
            onClick={() => choose(cents)}
          >
            {number(percent)} % <span class="small">{money(cents)}</span>
          </button>
        )
      })}
      <button type="button" aria-pressed={isOther} onClick={() => setOther(true)}>
        {texts.otherTip}
      </button>
      {isOther && (
        <MoneyField
          label={texts.tipAmount}
          cents={tipCents}
          onCents={onTip}
          smallestCents={smallestCents}
          maxCents={mostCash(dueCents, smallestCents)}
          isFocused
        />
      )}
    </fieldset>
  )
}
