import type { ChangedRecord, Item, Key } from '../platform/dynamodb/keys.ts'
import { read } from '../platform/dynamodb/read.ts'
import { commitRepeatable } from '../platform/dynamodb/transact.ts'
import { upsert } from '../platform/dynamodb/write.ts'
import type { ProductRecord } from './products.ts'
import { variantsOf } from './variants.ts'

/** The ids of the products whose units are below 0. */
type BelowZeroRecord = Item & { readonly products?: ReadonlySet<string> }

const recordKey: Key = { pk: 'BELOW-ZERO', sk: 'PRODUCTS' }

/** Returns the number of products with units below 0, as far as the stream has told. */
export const countBelowZero = async (): Promise<number> =>
  (await read<BelowZeroRecord>(recordKey))?.products?.size ?? 0

/** Keeps which products have units below 0, from committed changes in their order. */
export async function noteBelowZero(changes: readonly ChangedRecord[]): Promise<void> {
  const crossed = new Map(
    changes
      .filter(({ key }) => key.pk === 'PRODUCT')
      .filter(({ before, after }) => isBelowZero(before) !== isBelowZero(after))
      .map(({ before, after }) => [String((after ?? before)?.id), isBelowZero(after)]),
  )
  const ids = (isBelow: boolean) =>
    new Set([...crossed].filter(([, is]) => is === isBelow).map(([id]) => id))
  const [below, above] = [ids(true), ids(false)]
  if (below.size > 0)
    await commitRepeatable(upsert(recordKey, { add: { products: below } }))
  if (above.size > 0)
    await commitRepeatable(upsert(recordKey, { subtract: { products: above } }))
}

function isBelowZero(record: Item | undefined): boolean {
  const product = record as ProductRecord | undefined
  if (!product || product.components || product.trackStock === false) return false
  return variantsOf(product).some(({ quantity }) => quantity < 0)
}
