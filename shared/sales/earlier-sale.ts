import type { Item } from '../dynamodb/keys.ts'
import { read } from '../dynamodb/read.ts'
import type { Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { type HashSale, insertHashSale, saleKey } from './payment-hashes.ts'
import type { PaymentRecord } from './payments.ts'
import type { SaleIds } from './sale-ids.ts'

/**
 * Makes a sale the only one of its payment hash; none is written without a hash. It comes
 * first in a transaction, because the first condition that fails decides the error.
 */
export function insertSaleOfHash(
  payments: readonly PaymentRecord[],
  ids: SaleIds,
  cartDigest?: string,
): Write[] {
  const lightning = payments.find((each) => each.lightning?.paymentHash)?.lightning
  if (!lightning?.paymentHash) return []
  return [
    insertHashSale(
      lightning.paymentHash,
      ids,
      lightning,
      cartDigest,
      (current) => new AlreadySold(current),
    ),
  ]
}

/**
 * The sale of the payment hash that made this one fail: another request wrote it, or it
 * took what this one needed after that was read. It can also be this request's own sale,
 * when the table's replies were lost.
 */
export async function findEarlierSale(
  error: unknown,
  paymentHash: string | null,
): Promise<HashSale | undefined> {
  if (error instanceof AlreadySold) return error.sale
  if (paymentHash === null || !(error instanceof Failure)) return undefined
  return read<HashSale>(saleKey(paymentHash))
}

/** The payment hash has a sale already. */
class AlreadySold extends Error {
  readonly sale: HashSale

  constructor(current: Item | undefined) {
    super('the payment hash is sold')
    this.sale = current as HashSale
  }
}
