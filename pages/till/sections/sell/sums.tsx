import { useFormats } from '../../../parts/formats.tsx'
import { useCarts } from '../../cart/cart-provider.tsx'
import { NeedsApproval } from '../../cart/needs-approval.tsx'
import { isReduced, type PricedCart } from '../../cart/priced-cart.ts'
import { useSellTexts } from '../../texts/use-texts.ts'

/** Discounts, taxes and the total. */
export function Sums({ priced }: { readonly priced: PricedCart }) {
  const texts = useSellTexts()
  const { money, number } = useFormats()
  const { pricesIncludeTax } = useCarts().prices
  const taxes = priced.taxes.map(({ name, rateThousandths, taxCents }) => ({
    label: texts.tax(name, number(rateThousandths / 1_000)),
    taxCents,
  }))
  const hasSteps = priced.discountCents > 0 || (taxes.length > 0 && !pricesIncludeTax)
  return (
    <dl class="sums">
      {hasSteps && (
        <div>
          <dt>{texts.subtotal}</dt>
          <dd>{money(priced.costCents)}</dd>
        </div>
      )}
      {priced.discountCents > 0 && (
        <div>
          <dt>
            {texts.discount} <NeedsApproval isReduced />
          </dt>
          <dd>−{money(priced.discountCents)}</dd>
        </div>
      )}
      {taxes.map(({ label, taxCents }) => (
        <div key={label} class={pricesIncludeTax ? 'quiet small' : ''}>
          <dt>{pricesIncludeTax ? texts.taxIncluded(label) : label}</dt>
          <dd>{money(taxCents)}</dd>
        </div>
      ))}
      <div class="total">
        <dt>
          {texts.total} <NeedsApproval isReduced={isReduced(priced)} />
        </dt>
        <dd>{money(priced.dueCents)}</dd>
      </div>
    </dl>
  )
}
