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
  const mayDiscount = may('orders_discount')
  const costCents = priced.lines.reduce((sum, { totalCents }) => sum + totalCents, 0)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {texts.discount}
      </button>
      {isOpen && (
        <Dialog title={texts.discountOnAll} onClose={() => setOpen(false)}>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              setOpen(false)
            }}
          >
            <DiscountForm
              label={texts.byPercent}
              costCents={costCents}
              discountCents={cart.discountCents}
              onDiscount={(discountCents) => change({ ...cart, discountCents })}
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
