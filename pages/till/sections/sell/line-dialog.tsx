import { useId, useState } from 'preact/hooks'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { MoneyField } from '../../../parts/controls/money-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { useKept } from '../../../parts/kept.ts'
import {
  isKeyedIn,
  setLineDiscount,
  setLinePrice,
  setQuantity,
  without,
} from '../../cart/cart.ts'
import { useCarts } from '../../cart/cart-provider.tsx'
import { DiscountForm } from '../../cart/discount-form.tsx'
import { priceCart } from '../../cart/priced-cart.ts'
import { Quantity } from '../../catalogue/quantity.tsx'
import { useTill } from '../../shop/till.tsx'
import { useSellTexts } from '../../texts/use-texts.ts'
import { favourites } from './favourites.ts'

type Props = { readonly at: number; readonly onClose: () => void }

/** Edits a line: its quantity, price and discount, or removes it. */
export function LineDialog({ at, onClose }: Props) {
  const texts = useSellTexts()
  const { money } = useFormats()
  const { may } = useTill()
  const { cart, prices, change } = useCarts()
  const [draft, setDraft] = useState(cart)
  const line = priceCart(draft, prices).lines[at]
  if (!line) return null
  const { item, quantity, unitCents, listedCents, discountCents, name } = line
  const setPrice = (cents: number) =>
    setDraft(setLinePrice(draft, at, cents === listedCents ? undefined : cents))
  const remove = () => {
    change(without(cart, at))
    onClose()
  }
  return (
    <Dialog title={name} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          change(draft)
          onClose()
        }}
      >
        <Quantity
          quantity={quantity}
          onQuantity={(next) => setDraft(setQuantity(draft, at, next))}
        />
        <div>
          <MoneyField
            label={texts.unitPrice}
            cents={unitCents}
            onCents={setPrice}
            smallestCents={prices.smallestCents}
            maxCents={listedCents > 0 ? 1_000 * listedCents : undefined}
          />
          {unitCents !== listedCents && (
            <button type="button" class="plain" onClick={() => setPrice(listedCents)}>
              {texts.backTo(money(listedCents))}
            </button>
          )}
        </div>
        <DiscountForm
          key={`${quantity} ${unitCents}`}
          label={texts.discount}
          costCents={quantity * unitCents}
          discountCents={discountCents}
          onDiscount={(cents) => setDraft(setLineDiscount(draft, at, cents))}
        />
        {!may('orders_discount') && <p class="quiet small">{texts.needsApproval}</p>}
        {!isKeyedIn(item) && <FavouriteCheck productId={item.productId} />}
        <div class="actions">
          <button type="button" onClick={remove}>
            {texts.remove}
          </button>
          <button type="submit" class="strong">
            {texts.apply}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function FavouriteCheck({ productId }: { readonly productId: string }) {
  const texts = useSellTexts()
  const id = useId()
  const [ids, setIds] = useKept(favourites)
  const isOn = ids.includes(productId)
  const toggle = () =>
    setIds(isOn ? ids.filter((each) => each !== productId) : [...ids, productId])
  return (
    <label class="check" for={id}>
      <input id={id} type="checkbox" checked={isOn} onChange={toggle} />
      {texts.favourite}
    </label>
  )
}
