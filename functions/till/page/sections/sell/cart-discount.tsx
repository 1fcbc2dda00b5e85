import { useState } from 'preact/hooks'
import { Dialog } from '../../../../../page-parts/controls/dialog.tsx'
import { useCarts } from '../../cart/cart-provider.tsx'
import { useTill } from '../../shop/till.tsx'
import { DiscountForm } from './discount-form.tsx'
import { useSellTexts } from './use-sell-texts.ts'

/** A discount on the whole cart. */
export function CartDiscount() {
  const texts = useSellTexts()
  const { may } = useTill()
  const { cart, priced, change } = useCarts()
  const [isOpen, setOpen] = useState(false)
  const [discountCents, setDiscountCents] = useState(0)
  const mayDiscount = may('orders_discount')
  const costCents = priced.lines.reduce((sum, { totalCents }) => sum + totalCents, 0)
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setDiscountCents(cart.discountCents)
          setOpen(true)
        }}
      >
        {texts.discount}
      </button>
      {isOpen && (
        <Dialog title={texts.discountOnAll} onClose={() => setOpen(false)}>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              change({ ...cart, discountCents })
              setOpen(false)
            }}
          >
            <DiscountForm
              label={texts.byPercent}
              costCents={costCents}
              discountCents={discountCents}
              onDiscount={setDiscountCents}
            />
            {!mayDiscount && <p class="quiet small">{texts.needsApproval}</p>}
            <button type="submit" class="strong">
              {texts.apply}
            </button>
          </form>
        </Dialog>
      )}
    </>
  )
}
