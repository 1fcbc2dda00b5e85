import { newId } from '../ids.ts'
import {
  type ChangedRecord,
  type Item,
  type Key,
  sortableMs,
} from '../platform/dynamodb/keys.ts'
import { retryOnConflict, versionConflict } from '../platform/dynamodb/optimistic-lock.ts'
import { readAll, readMany } from '../platform/dynamodb/read.ts'
import { maxActions, transact } from '../platform/dynamodb/transact.ts'
import { deleteItem, insert, type Write } from '../platform/dynamodb/write.ts'
import {
  maxProducts,
  type ProductRecord,
  productKey,
  updateOwedStock,
} from './products.ts'
import { variantsOf } from './variants.ts'

/** Units of a product whose stock follows its sales; negative ones were sold. */
export type OwedUnits = {
  readonly productId: string
  /** Absent for the default variant. */
  readonly variantId?: string | undefined
  readonly quantity: number
}

/** Units that one sale, refund or return owes the stock. */
type OwedRecord = Item & { readonly units: readonly OwedUnits[] }

const partition = 'UNITS-OWED'

/** After this the stream has not told of a record, in ms. */
const overdueMs = 5 * 60_000

/** The records of units that the transaction owes the stock; each holds at most 90 products. */
export function insertUnitsOwed(units: readonly OwedUnits[], nowMs: number): Write[] {
  const byProduct = [...Map.groupBy(units, ({ productId }) => productId).values()]
  const count = Math.ceil(byProduct.length / maxProducts)
  return Array.from({ length: count }, (_, part) =>
    insert({
      pk: partition,
      sk: `${sortableMs(nowMs)}#${newId()}`,
      units: byProduct
        .slice(part * maxProducts, (part + 1) * maxProducts)
        .flat()
        .map(({ productId, variantId, quantity }) => ({
          productId,
          ...(variantId !== undefined && { variantId }),
          quantity,
        })),
    }),
  )
}

/** The records of owed units that committed changes have stored. */
export const owedIn = (changes: readonly ChangedRecord[]): OwedRecord[] =>
  changes.flatMap(({ key, before, after }) =>
    key.pk === partition && after && !before ? [after as OwedRecord] : [],
  )

/**
 * Changes the stock by the units that records owe, and deletes the records in the same
 * transaction: each counts once, however often it comes. Units of products and variants
 * that are gone or no longer counted go nowhere. Throws `conflict`, `storageUnavailable`.
 */
export async function takeUnitsOwed(records: readonly OwedRecord[]): Promise<void> {
  for (const fitting of inTransactions(records)) {
    await retryOnConflict(() => takeTogether(fitting))
  }
}

/** Takes units whose stream event is 5 minutes late. Throws as `takeUnitsOwed`. */
export async function takeOverdueUnits(nowMs: number): Promise<void> {
  const until = sortableMs(nowMs - overdueMs)
  await takeUnitsOwed(await readAll({ pk: partition, between: ['0', until] }))
}

/**
 * Parts of the records, each once, with their products within the actions of a transaction; a batch
 * of the stream may have one twice.
 */
function inTransactions(records: readonly OwedRecord[]): OwedRecord[][] {
  const parts: OwedRecord[][] = []
  let actions = new Set<string>()
  for (const record of new Map(records.map((each) => [each.sk, each])).values()) {
    const own = [record.sk, ...record.units.map(({ productId }) => productId)]
    const more = new Set([...actions, ...own])
    const fits = parts.length > 0 && more.size <= maxActions
    actions = fits ? more : new Set(own)
    if (fits) parts.at(-1)?.push(record)
    else parts.push([record])
  }
  return parts
}

async function takeTogether(keys: readonly Key[]): Promise<void> {
  const records = (await readMany<OwedRecord[]>(keys)).filter(
    (each) => each !== undefined,
  )
  const owed = Map.groupBy(
    records.flatMap(({ units }) => units),
    ({ productId }) => productId,
  )
  const products = await readMany<ProductRecord[]>([...owed.keys()].map(productKey))
  const stock = [...owed.values()].flatMap((units, at) => stockAfter(products[at], units))
  const deletions = records.map((record) => deleteItem(record, {}, versionConflict))
  if (deletions.length > 0) await transact([...deletions, ...stock])
}

/** Adds the owed units to a product's variants. A sum that might not be exact stays. */
function stockAfter(product: ProductRecord | undefined, owed: readonly OwedUnits[]) {
  if (!product || product.components || product.trackStock === false) return []
  const changes = variantsOf(product).map(({ id, unitsIn, quantity: before }) => ({
    unitsIn,
    before,
    quantity: owed
      .filter(({ variantId = product.id }) => variantId === id)
      .reduce((sum, { quantity }) => sum + quantity, 0),
  }))
  const largest = Math.max(...changes.map(({ quantity }) => Math.abs(quantity)))
  const most = Number.MAX_SAFE_INTEGER - largest
  const exact = changes.filter(
    ({ before, quantity }) => quantity !== 0 && Math.abs(before) <= most,
  )
  return exact.length > 0 ? [updateOwedStock(product.id, exact, most)] : []
}
