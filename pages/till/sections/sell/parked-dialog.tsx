import { Dialog } from '../../../parts/controls/dialog.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { countOf } from '../../cart/cart.ts'
import { useCarts } from '../../cart/cart-provider.tsx'
import type { ParkedCart } from '../../cart/kept-carts.ts'
import { priceCart } from '../../cart/priced-cart.ts'
import { useSellTexts } from '../../texts/use-texts.ts'

type Props = {
  /** Called when one of them is the cart again. */
  readonly onResume: () => void
  readonly onClose: () => void
}

/** The carts that wait, the last one first. */
export function ParkedDialog({ onResume, onClose }: Props) {
  const texts = useSellTexts()
  const { parked, resume, drop } = useCarts()
  return (
    <Dialog title={texts.parkedTitle} onClose={onClose}>
      <ul class="parked">
        {[...parked].reverse().map((each) => (
          <li key={each.id}>
            <Facts parked={each} />
            <button type="button" class="plain" onClick={() => drop(each.id)}>
              {texts.drop}
            </button>
            <button
              type="button"
              class="strong"
              onClick={() => {
                resume(each.id)
                onResume()
              }}
            >
              {texts.resume}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function Facts({ parked: { cart, by, parkedMs } }: { readonly parked: ParkedCart }) {
  const texts = useSellTexts()
  const { money, time } = useFormats()
  const { prices } = useCarts()
  const { dueCents, lines } = priceCart(cart, prices)
  return (
    <p>
      <strong>{money(dueCents)}</strong> {texts.items(countOf(cart))}
      <span class="quiet small block">
        {[lines[0]?.name, by, time(parkedMs)].join(' · ')}
      </span>
    </p>
  )
}
