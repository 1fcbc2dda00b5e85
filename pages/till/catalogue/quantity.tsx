import { useId } from 'preact/hooks'
import { maxQuantity } from '../cart/cart.ts'
import { useSellTexts } from '../texts/use-texts.ts'

type Props = {
  readonly quantity: number
  readonly max?: number
  readonly onQuantity: (quantity: number) => void
}

/** Edits a quantity, from 1: by steps, or typed. */
export function Quantity({ quantity, max = maxQuantity, onQuantity }: Props) {
  const texts = useSellTexts()
  const id = useId()
  const set = (next: number) => {
    if (next >= 1) onQuantity(Math.min(next, max))
  }
  return (
    <div class="field">
      <label for={id}>{texts.quantity}</label>
      <div class="stepper">
        <button
          type="button"
          aria-label={texts.oneLess}
          disabled={quantity === 1}
          onClick={() => set(quantity - 1)}
        >
          <span aria-hidden="true">−</span>
        </button>
        <input
          id={id}
          name="quantity"
          inputMode="numeric"
          autocomplete="off"
          value={quantity}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onInput={({ currentTarget }) =>
            set(Number(currentTarget.value.replace(/\D/g, '')))
          }
        />
        <button
          type="button"
          aria-label={texts.oneMore}
          onClick={() => set(quantity + 1)}
        >
          <span aria-hidden="true">+</span>
        </button>
      </div>
    </div>
  )
}
