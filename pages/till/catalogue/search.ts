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
  const made = new WeakMap<ShopProduct, Searchable>()
  let places = new Map<string, number>()
  return (products: readonly ShopProduct[]): Searchable[] => {
    const placed: ShopProduct[] = []
    const added: ShopProduct[] = []
    for (const product of products) {
      const place = places.get(product.id)
      if (!product.isAvailable) continue
      if (place === undefined) added.push(product)
      else placed[place] = product
    }
    // Without the holes; a nearly sorted list is sorted fast
    const sorted = [...placed.filter(() => true), ...added].sort((one, other) =>
      compare(one.name, other.name),
    )
    places = new Map(sorted.map(({ id }, at) => [id, at]))
    return sorted.map((product) => {
      const row = made.get(product) ?? new Row(product)
      made.set(product, row)
      return row
    })
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
