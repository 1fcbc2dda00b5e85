import { useState } from 'preact/hooks'
import { fractionOf } from '../../../shared/platform/money/shares.ts'
import { MoneyField } from '../../parts/controls/money-field.tsx'
import { useFormats } from '../../parts/formats.tsx'
import { useSellTexts } from '../texts/use-texts.ts'
import { useCarts } from './cart-provider.tsx'

const percentages = [5, 10, 15, 20, 50, 100] as const

type Props = {
  readonly label: string
  /** Amount that the discount is taken off, in cents: the discount is no larger. */
  readonly costCents: number
  readonly discountCents: number
  /** With the percent that was tapped, if the cents are that. */
  readonly onDiscount: (cents: number, percent?: number) => void
}

/** Edits a discount by percentage or as a sum; tapping the present one takes it off. */
export function DiscountForm({ label, costCents, discountCents, onDiscount }: Props) {
  const texts = useSellTexts()
  const { money } = useFormats()
  const { smallestCents } = useCarts().prices
  const [cents, setCents] = useState(discountCents)
  const change = (next: number, percent?: number) => {
    setCents(next)
    onDiscount(next, percent)
  }
  return (
    <fieldset class="discount">
      <legend>{label}</legend>
      <div class="percentages">
        {percentages.map((percent) => {
          const value = fractionOf(costCents, percent, 100, smallestCents)
          const isOn = cents > 0 && cents === value
          return (
            <button
              key={percent}
              type="button"
              aria-pressed={isOn}
              onClick={() => (isOn ? change(0) : change(value, percent))}
            >
              {percent} % <span class="small quiet block">{money(value)}</span>
            </button>
          )
        })}
      </div>
      <MoneyField
        label={texts.bySum}
        cents={cents}
        onCents={(sum) => change(sum)}
        smallestCents={smallestCents}
        maxCents={costCents}
      />
    </fieldset>
  )
}
