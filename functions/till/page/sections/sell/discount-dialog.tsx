import { useState } from 'preact/hooks'
import { Dialog } from '../../../../../page-parts/controls/dialog.tsx'
import { useTill } from '../../shop/till.tsx'
import { DiscountForm } from './discount-form.tsx'
import { useSellTexts } from './use-sell-texts.ts'

type Props = {
  readonly title: string
  /** What the discount is on, in cents. */
  readonly costCents: number
  readonly discountCents: number
  readonly onDiscount: (cents: number) => void
  readonly onClose: () => void
}

/** A discount on all of a cart or a bill. */
export function DiscountDialog({ title, costCents, onDiscount, onClose, ...is }: Props) {
  const texts = useSellTexts()
  const { may } = useTill()
  const [discountCents, setDiscountCents] = useState(is.discountCents)
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onDiscount(discountCents)
        }}
      >
        <DiscountForm
          label={texts.byPercent}
          costCents={costCents}
          discountCents={discountCents}
          onDiscount={setDiscountCents}
        />
        {!may('orders_discount') && <p class="quiet small">{texts.needsApproval}</p>}
        <button type="submit" class="strong">
          {texts.apply}
        </button>
      </form>
    </Dialog>
  )
}
