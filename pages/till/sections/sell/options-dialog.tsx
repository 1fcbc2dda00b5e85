import { useState } from 'preact/hooks'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import type { ShopProduct } from '../../../parts/shop-product.ts'
import type { Choice, Item } from '../../cart/cart.ts'
import { useCarts } from '../../cart/cart-provider.tsx'
import { priceCart, variantName } from '../../cart/priced-cart.ts'
import { areSatisfied, defaultChoices, groupsOf } from '../../catalogue/choices.ts'
import { GroupChoice } from '../../catalogue/group-choice.tsx'
import { useSellTexts } from '../../texts/use-texts.ts'

type Props = {
  readonly product: ShopProduct
  readonly onItem: (item: Item) => void
  readonly onClose: () => void
}

/** Asks for the variant of a product, and its modifiers. */
export function OptionsDialog({ product, onItem, onClose }: Props) {
  const texts = useSellTexts()
  const { money, number } = useFormats()
  const { prices } = useCarts()
  const groups = groupsOf(product.modifierGroupIds, prices.modifierGroups)
  const variants = product.variants.filter(({ isActive }) => isActive)
  const [variantId, setVariantId] = useState(
    variants.length === 1 ? variants[0]?.id : undefined,
  )
  const [choices, setChoices] = useState<readonly Choice[]>(() => defaultChoices(groups))
  const item: Item = {
    productId: product.id,
    ...(variantId && { variantId }),
    ...(groups.length > 0 && { choices }),
  }
  const isComplete =
    (!product.hasVariants || variantId !== undefined) && areSatisfied(groups, choices)
  const line = { item, quantity: 1, discountCents: 0 }
  const [{ unitCents } = { unitCents: 0 }] = priceCart(
    { lines: [line], discountCents: 0, note: '' },
    prices,
  ).lines

  const enter = (event: SubmitEvent) => {
    event.preventDefault()
    if (isComplete) onItem(item)
  }
  return (
    <Dialog title={product.name} size="wide" onClose={onClose}>
      <form class="options" onSubmit={enter}>
        {product.hasVariants && (
          <fieldset>
            <legend>{texts.choose}</legend>
            <div class="option-buttons">
              {variants.map((variant) => (
                <button
                  key={variant.id}
                  type="button"
                  aria-pressed={variant.id === variantId}
                  onClick={() => setVariantId(variant.id)}
                >
                  <span>{valuesOf(product, variant.id)}</span>
                  <span class="quiet small">
                    {money(variant.priceCents)}
                    {product.trackStock &&
                      ` · ${variant.quantity > 0 ? texts.left(number(variant.quantity)) : texts.soldOut}`}
                  </span>
                </button>
              ))}
            </div>
          </fieldset>
        )}
        {groups.map((group) => (
          <GroupChoice
            key={group.id}
            group={group}
            choices={choices}
            onChange={setChoices}
          />
        ))}
        <button type="submit" class="strong" disabled={!isComplete}>
          {texts.addToCart}
          {isComplete && ` · ${money(unitCents)}`}
        </button>
      </form>
    </Dialog>
  )
}

/** The values of a variant without the product's name: "Blue, M". */
const valuesOf = (product: ShopProduct, id: string): string =>
  variantName({ ...product, name: '' }, id).replace(/^ \(|\)$/g, '') || product.name
