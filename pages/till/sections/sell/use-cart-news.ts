import { useFormats } from '../../../parts/formats.tsx'
import type { PricedCart } from '../../cart/priced-cart.ts'
import { useSellTexts } from '../../texts/use-texts.ts'

/** Describes changes since a cart was filled: prices, and missing stock. */
export function useCartNews(): (priced: PricedCart) => readonly string[] {
  const texts = useSellTexts()
  const { money, number } = useFormats()
  return ({ lines }) => [
    ...new Set(
      lines.flatMap(
        ({ name, left, isGone, unitCents, toldCents = unitCents, listedCents }) => [
          ...(isGone ? [`${name}: ${texts.gone}`] : []),
          ...(!isGone && unitCents === listedCents && toldCents !== unitCents
            ? [texts.priceChanged(name, money(unitCents), money(toldCents))]
            : []),
          ...(left === undefined
            ? []
            : [texts.shortOf(name, left > 0 ? number(left) : undefined)]),
        ],
      ),
    ),
  ]
}
