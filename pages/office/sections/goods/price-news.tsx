import { useFormats } from '../../../parts/formats.tsx'
import { useTexts } from './texts/use-texts.ts'

type Priced = { readonly id: string | undefined; readonly priceCents: number }
type Props = { readonly first: Priced; readonly draft: Priced }

/** Shows the change of a price before it is saved. */
export function PriceNews({ first, draft }: Props) {
  const texts = useTexts()
  const { money } = useFormats()
  if (first.id === undefined || first.priceCents === draft.priceCents) return null
  return (
    <p role="status">
      {texts.priceChange(money(first.priceCents), money(draft.priceCents))}
    </p>
  )
}
