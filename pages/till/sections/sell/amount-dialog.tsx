import { useState } from 'preact/hooks'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { MoneyField } from '../../../parts/controls/money-field.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { useCarts } from '../../cart/cart-provider.tsx'
import { useSellTexts } from '../../texts/use-texts.ts'

type Props = {
  readonly onItem: (item: { readonly name: string; readonly unitCents: number }) => void
  readonly onClose: () => void
}

/** An amount that has no product. */
export function AmountDialog({ onItem, onClose }: Props) {
  const texts = useSellTexts()
  const { prices } = useCarts()
  const [cents, setCents] = useState(0)
  const [name, setName] = useState('')
  const enter = (event: SubmitEvent) => {
    event.preventDefault()
    if (cents === 0) return
    onItem({ name: name.trim() || texts.amountForDefault, unitCents: cents })
  }
  return (
    <Dialog title={texts.keyInTitle} onClose={onClose}>
      <form onSubmit={enter}>
        <MoneyField
          label={texts.amount}
          cents={cents}
          onCents={setCents}
          smallestCents={prices.smallestCents}
          isFocused
          hasKeys
        />
        <TextField
          label={texts.amountFor}
          name="amount-for"
          autocomplete="off"
          value={name}
          onText={setName}
        />
        <button type="submit" class="strong" disabled={cents === 0}>
          {texts.addToCart}
        </button>
      </form>
    </Dialog>
  )
}
