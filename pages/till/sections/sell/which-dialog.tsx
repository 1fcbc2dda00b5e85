import { Dialog } from '../../../parts/controls/dialog.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { variantName } from '../../cart/priced-cart.ts'
import type { Scanned } from '../../scanner/find-code.ts'
import { useSellTexts } from '../../texts/use-texts.ts'

type Props = {
  readonly found: readonly Scanned[]
  readonly onChoose: (chosen: Scanned) => void
  readonly onClose: () => void
}

/** Asks which of the products is meant that share a scanned number. */
export function WhichDialog({ found, onChoose, onClose }: Props) {
  const texts = useSellTexts()
  const { money } = useFormats()
  return (
    <Dialog title={texts.which} onClose={onClose}>
      <ul class="catalogue">
        {found.map((each) => {
          const { product, variantId } = each
          const variant = product.variants.find(({ id }) => id === variantId)
          return (
            <li key={variantId ?? product.id}>
              <button type="button" onClick={() => onChoose(each)}>
                <span>{variantName(product, variantId ?? product.id)}</span>
                <span class="figure">{money((variant ?? product).priceCents)}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
