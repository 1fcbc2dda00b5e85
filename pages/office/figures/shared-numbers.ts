import { gtinsOf } from '../../../shared/catalog/article-number.ts'
import type { Product } from '../../../shared/client/api.ts'

type Coded = Pick<Product, 'name' | 'barcodes'> & {
  readonly variants: readonly Pick<Product['variants'][number], 'barcodes'>[]
}

/** Article numbers of several products or variants, each with the names of those. */
export function sharedNumbersOf(products: readonly Coded[]): [string, string[]][] {
  const names = new Map<string, string[]>()
  for (const { name, barcodes, variants } of products) {
    const all = variants.length > 0 ? variants : [{ barcodes }]
    for (const number of all.flatMap((each) => gtinsOf(each.barcodes)))
      names.set(number, [...(names.get(number) ?? []), name])
  }
  return [...names].filter(([, each]) => each.length > 1)
}
