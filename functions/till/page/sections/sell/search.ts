import type { Product } from '../../../../../shared/client/api.ts'

/** A product with what it is searched by. */
export type Searchable = { readonly product: Product; readonly text: string }

/** Letters as people type them: without accents, in lower case. */
export const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Products that are sold now, by name, with their texts. */
export const searchable = (products: readonly Product[], locale: string): Searchable[] =>
  products
    .filter(({ isAvailable }) => isAvailable)
    .sort(byName(locale))
    .map((product) => ({ product, text: textOf(product) }))

function byName(locale: string) {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  return (one: Product, other: Product) => compare(one.name, other.name)
}

const textOf = ({ name, SKU, barcodes, variants }: Product) =>
  ` ${plain(
    [
      name,
      SKU,
      ...barcodes,
      ...variants.flatMap(({ SKU, barcodes }) => [SKU, ...barcodes]),
    ]
      .filter(Boolean)
      .join(' '),
  )}`

/** Those that have each word of a query at the start of one of theirs. */
export function find<Found extends { readonly text: string }>(
  all: readonly Found[],
  query: string,
): readonly Found[] {
  const words = plain(query).split(/\s+/).filter(Boolean)
  return words.length === 0
    ? all
    : all.filter(({ text }) => words.every((word) => text.includes(` ${word}`)))
}

/** What a code on a product or variant stands for. */
export type Scanned = {
  readonly product: Product
  readonly variantId?: string | undefined
}

/** What has this SKU or barcode; undefined where the till knows nothing that has it. */
export function findCode(
  products: readonly Product[],
  code: string,
): Scanned | undefined {
  const has = (each: {
    readonly SKU: string | null
    readonly barcodes: readonly string[]
  }) => each.SKU === code || each.barcodes.includes(code)
  for (const product of products) {
    const variant = product.variants.find(has)
    if (variant) return { product, variantId: variant.id }
    if (!product.hasVariants && has(product)) return { product }
  }
  return undefined
}
