import { useEffect, useMemo, useState } from 'preact/hooks'
import { usePreferences } from '../../../parts/preferences.tsx'
import type { ShopProduct } from '../../../parts/shop-product.ts'
import { find } from '../../../parts/text-search.ts'
import type { Item } from '../../cart/cart.ts'
import { PickRow } from '../../catalogue/pick-row.tsx'
import { prepareTexts, type Searchable, searchableMaker } from '../../catalogue/search.ts'
import { SearchField } from '../../catalogue/search-field.tsx'
import { findCode } from '../../scanner/find-code.ts'
import { useTill } from '../../shop/till.tsx'
import { useSellTexts } from '../../texts/use-texts.ts'
import { AmountDialog } from './amount-dialog.tsx'
import { CameraButton } from './camera-button.tsx'
import { favourites } from './favourites.ts'
import { GoodsGrid } from './goods-grid.tsx'
import { ProductDialog } from './product-dialog.tsx'

type Props = {
  readonly onChoose: (product: ShopProduct) => void
  readonly onItem: (item: Item, name: string) => void
  readonly onCode: (code: string) => void
}

/** Shows the goods: by category, by search, by code, or as an amount that is keyed in. */
export function Goods({ onChoose, onItem, onCode }: Props) {
  const texts = useSellTexts()
  const { locale } = usePreferences()
  const { shop, may } = useTill()
  const [query, setQuery] = useState('')
  const [category, setCategory] = useState<string>()
  const [isKeyingIn, setKeyingIn] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const listOf = useMemo(() => searchableMaker(locale), [locale])
  const all = useMemo(() => listOf(shop.products), [shop.products, listOf])
  useEffect(() => prepareTexts(all), [all])
  const shown = useMemo(
    () => find(query.trim() === '' ? inCategory(all, category) : all, query),
    [all, category, query],
  )
  const mayKeyIn = shop.settings.openAmounts || may('orders_discount')

  /** Enter takes a code, or the only product that is left. */
  const enter = (event: SubmitEvent) => {
    event.preventDefault()
    const text = query.trim()
    const [first, second] = shown
    if (findCode(shop.products, [text]).length > 0 || (text !== '' && !first))
      onCode(text)
    else if (first && !second) onChoose(first.product)
    else return
    setQuery('')
  }
  return (
    <section class="goods" aria-label={texts.goods}>
      <search>
        <form class="search" onSubmit={enter}>
          <SearchField label={texts.search} query={query} onQuery={setQuery} />
          <CameraButton onCode={onCode} />
          {mayKeyIn && (
            <button type="button" onClick={() => setKeyingIn(true)}>
              {texts.keyIn}
            </button>
          )}
        </form>
      </search>
      <Categories chosen={category} onChoose={setCategory} />
      {may('products_read') ? (
        <GoodsGrid
          goods={shown}
          category={category}
          query={query}
          onChoose={onChoose}
          onAdd={may('products_create') ? () => setAdding(true) : undefined}
        />
      ) : (
        <p class="quiet">{texts.notAllowed}</p>
      )}
      {isAdding && (
        <ProductDialog query={query.trim()} onClose={() => setAdding(false)} />
      )}
      {isKeyingIn && (
        <AmountDialog
          onItem={(item) => {
            onItem(item, item.name)
            setKeyingIn(false)
          }}
          onClose={() => setKeyingIn(false)}
        />
      )}
    </section>
  )
}

const favouritesId = 'favourites'

function inCategory(all: readonly Searchable[], category: string | undefined) {
  if (category === undefined) return all
  const isShown =
    category === favouritesId
      ? ({ id }: ShopProduct) => favourites.get().includes(id)
      : ({ categoryIds }: ShopProduct) => categoryIds.includes(category)
  return all.filter(({ product }) => isShown(product))
}

type CategoriesProps = {
  readonly chosen: string | undefined
  readonly onChoose: (category: string | undefined) => void
}

function Categories({ chosen, onChoose }: CategoriesProps) {
  const texts = useSellTexts()
  const { shop } = useTill()
  const used = useMemo(() => {
    const ids = new Set<string>()
    for (const { categoryIds } of shop.products) for (const id of categoryIds) ids.add(id)
    return ids
  }, [shop.products])
  const shown = shop.categories.filter(({ id }) => used.has(id))
  const hasFavourites = favourites.get().length > 0
  if (shown.length === 0 && !hasFavourites) return null
  const choices = [
    { id: undefined, name: texts.all },
    ...(hasFavourites ? [{ id: favouritesId, name: `★ ${texts.favourites}` }] : []),
    ...shown,
  ]
  return (
    <PickRow
      label={texts.categories}
      options={choices}
      picked={chosen}
      onPick={onChoose}
    />
  )
}
