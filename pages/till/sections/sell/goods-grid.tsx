import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { isLow } from '../../../../shared/catalog/low-stock.ts'
import { useFormats } from '../../../parts/formats.tsx'
import type { ShopProduct } from '../../../parts/shop-product.ts'
import { fittingTile } from '../../../parts/widest-word.ts'
import type { Searchable } from '../../catalogue/search.ts'
import { tileColour } from '../../catalogue/tile-colour.ts'
import { useSellTexts } from '../../texts/use-texts.ts'
import { NoGoods } from './no-goods.tsx'

type Props = {
  readonly goods: readonly Searchable[]
  readonly category: string | undefined
  readonly query: string
  readonly onChoose: (product: ShopProduct) => void
  readonly onAdd: (() => void) | undefined
}

/** So few units are scarce whatever the minimum is. */
const scarceUnits = 3

/** As many tiles are drawn at first, and then each time the end comes into sight. */
const batch = 60

/**
 * Shows tiles of products. Of a long list only the scrolled part is drawn, and a tile of
 * one search shows a product of the next: making all anew at each key is slow.
 */
export function GoodsGrid({ goods, category, query, onChoose, onAdd }: Props) {
  const texts = useSellTexts()
  const list = useRef<HTMLUListElement>(null)
  const view = `${category} ${query}`
  const [scrolled, setScrolled] = useState({ view, drawn: batch })
  const drawn = scrolled.view === view ? scrolled.drawn : batch
  const left = Math.max(0, goods.length - drawn)
  const draw = () => setScrolled({ view, drawn: drawn + batch })
  useLayoutEffect(() => list.current?.scrollTo(0, 0), [view])
  if (goods.length === 0) return <NoGoods query={query} onAdd={onAdd} />
  return (
    <>
      <ul ref={list} class="tiles">
        {goods.slice(0, drawn).map(({ product }, at) => (
          <li key={at} {...fittingTile(product.name)}>
            <Tile product={product} onChoose={onChoose} />
          </li>
        ))}
        {left > 0 && <End key={`${view} ${drawn}`} onSeen={draw} />}
      </ul>
      {(left > 0 || onAdd) && (
        <p class="below-tiles">
          {left > 0 && (
            <button type="button" onClick={draw}>
              {texts.more(left)}
            </button>
          )}
          {onAdd && (
            <button type="button" onClick={onAdd}>
              {texts.newProduct}
            </button>
          )}
        </p>
      )}
    </>
  )
}

/** The end of what is drawn, in sight. */
function End({ onSeen }: { readonly onSeen: () => void }) {
  const place = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const { current } = place
    if (!current) return
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && onSeen(),
      { rootMargin: '400px' },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return <li ref={place} class="end" />
}

type TileProps = Pick<Props, 'onChoose'> & { readonly product: ShopProduct }

function Tile({ product, onChoose }: TileProps) {
  const texts = useSellTexts()
  const { money, number } = useFormats()
  const { name, imageUrl, priceCents, maxPriceCents, trackStock, quantity } = product
  const isScarce =
    trackStock &&
    (quantity <= scarceUnits || isLow({ quantity, minimum: product.minStockThreshold }))
  const price = money(priceCents)
  return (
    <button
      type="button"
      class={imageUrl ? 'tile' : `tile named ${tileColour(name)}`}
      onClick={() => onChoose(product)}
    >
      {imageUrl && (
        <img key={imageUrl} src={imageUrl} alt="" loading="lazy" decoding="async" />
      )}
      <span class="tile-name">{name}</span>
      <span class="tile-price">
        {maxPriceCents > priceCents ? texts.from(price) : price}
        {isScarce && (
          <span class="scarce">
            {quantity > 0 ? texts.left(number(quantity)) : texts.soldOut}
          </span>
        )}
      </span>
    </button>
  )
}
