import { useState } from 'preact/hooks'
import { Dialog } from '../../parts/controls/dialog.tsx'
import { useTill } from '../shop/till.tsx'
import { useSellTexts } from '../texts/use-texts.ts'
import { DiscountForm } from './discount-form.tsx'

type Props = {
  readonly title: string
  /** Amount that the discount is taken off, in cents. */
  readonly costCents: number
  readonly discountCents: number
  /** Percentage of the present discount, if it has one. */
  readonly percent?: number | undefined
  /** Says when a colleague approves it. */
  readonly approvalHint: string
  /** With the percent that the cents are, if it was chosen. */
  readonly onDiscount: (cents: number, percent?: number) => void
  readonly onClose: () => void
}

/** A discount on all of a cart or a bill. */
export function DiscountDialog({
  title,
  costCents,
  approvalHint,
  onDiscount,
  onClose,
  ...is
}: Props) {
  const texts = useSellTexts()
  const { may } = useTill()
  const [chosen, setChosen] = useState({ cents: is.discountCents, percent: is.percent })
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onDiscount(chosen.cents, chosen.percent)
        }}
      >
        <DiscountForm
          label={texts.byPercent}
          costCents={costCents}
          discountCents={chosen.cents}
          onDiscount={(cents, percent) => setChosen({ cents, percent })}
        />
        {!may('orders_discount') && <p class="quiet small">{approvalHint}</p>}
        <button type="submit" class="strong">
          {texts.apply}
        </button>
      </form>
    </Dialog>
  )
}
