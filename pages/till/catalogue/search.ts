import { codesOf } from '../../parts/product-codes.ts'
import type { ShopProduct } from '../../parts/shop-product.ts'
import { type SearchText, searchText } from '../../parts/text-search.ts'

/** A product with its searchable text, which is made when first needed. */
export type Searchable = { readonly product: ShopProduct; readonly text: SearchText }

/**
 * Makes lists of the products that are sold now, by name, with their texts. A product that is the
 * same object again has the same row, and a list that is as the last one but for some is made in a
 * fraction of the time.
 */
export function searchableMaker(locale: string) {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  let last: readonly Searchable[] = []
  return (products: readonly ShopProduct[]): readonly Searchable[] => {
    const places = new Map(last.map(({ product: { id } }, at) => [id, at]))
    const placed: Searchable[] = []
    const added: Searchable[] = []
    for (const product of products) {
      if (!product.isAvailable) continue
      const place = places.get(product.id)
      const before = place === undefined ? undefined : last[place]
      const row = before?.product === product ? before : new Row(product)
      if (place === undefined) added.push(row)
      else placed[place] = row
    }
    // Without the holes; a nearly sorted list is sorted fast
    last = [...placed.filter(() => true), ...added].sort((one, other) =>
      compare(one.product.name, other.product.name),
    )
    return last
  }
}

/** A class, because thousands of objects with a getter of their own take several MB. */
class Row implements Searchable {
  readonly product: ShopProduct
  #text: SearchText | undefined

  constructor(product: ShopProduct) {
    this.product = product
  }

  get text(): SearchText {
    this.#text ??= searchText([this.product.name, ...codesOf(this.product)])
    return this.#text
  }
}

const rowsAtOnce = 200
/** The first screen comes first. In ms. */
const patienceMs = 1_000

/** Makes the texts before somebody searches, some at a time. Returns a function that ends it. */
export function prepareTexts(rows: readonly Searchable[]): () => void {
  let at = 0
  const step = () => {
    for (const { text } of rows.slice(at, at + rowsAtOnce)) void text
    at += rowsAtOnce
    if (at < rows.length) timer = setTimeout(step)
  }
  let timer = setTimeout(step, patienceMs)
  return () => clearTimeout(timer)
}
