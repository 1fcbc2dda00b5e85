import { useState } from 'preact/hooks'
import { useCarts } from '../../cart/cart-provider.tsx'
import { DiscountDialog } from '../../cart/discount-dialog.tsx'
import { useSellTexts } from '../../texts/use-texts.ts'

/** A discount on the whole cart. */
export function CartDiscount() {
  const texts = useSellTexts()
  const { cart, priced, change } = useCarts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {texts.discount}
      </button>
      {isOpen && (
        <DiscountDialog
          title={texts.discountOnAll}
          costCents={priced.lines.reduce((sum, { totalCents }) => sum + totalCents, 0)}
          discountCents={cart.discountCents}
          approvalHint={texts.needsApproval}
          onDiscount={(discountCents) => {
            change({ ...cart, discountCents })
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
