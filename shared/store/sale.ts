import type { Checkout } from '../../functions/store-orders/endpoints.ts'
import {
  maxProducts,
  type ProductRecord,
  productKey,
  sumByProduct,
  updateStock,
} from '../catalog/products.ts'
import type { Item } from '../dynamodb/keys.ts'
import { read, readMany } from '../dynamodb/read.ts'
import { transact } from '../dynamodb/transact.ts'
import { conditionCheck, insert } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { findCurrency } from '../money/currencies.ts'
import { findPaymentMethod } from '../money/payment-methods.ts'
import {
  type HashSale,
  insertHashSale,
  type SaleIds,
  saleKey,
} from '../sales/payment-hashes.ts'
import { type User, userKey } from '../staff/users.ts'
import { saleRecords } from './sale-records.ts'

/** A finished sale on the wire; checkout leaves the status out. */
export type Sold = ReturnType<typeof completed>

export const completed = ({ orderId, ticketId, paymentId }: SaleIds) => ({
  status: 'completed' as const,
  orderId,
  ticketId,
  paymentId,
})

/** The user and the products that a checkout names, as far as they exist. */
export type Facts = {
  readonly user: User | undefined
  readonly products: ReadonlyMap<string, ProductRecord>
}

/** Reads what a sale depends on, in one round trip. */
export async function readFacts({ userId, items }: Checkout): Promise<Facts> {
  const productIds = [...sumByProduct(items).keys()].slice(0, maxProducts)
  const [user, ...products] = (await readMany([
    userKey(userId),
    ...productIds.map(productKey),
  ])) as [User | undefined, ...(ProductRecord | undefined)[]]
  return {
    user,
    products: new Map(
      products.flatMap((product) => (product ? [[product.id, product]] : [])),
    ),
  }
}

/**
 * Deducts the stock and writes order, ticket and payment in one transaction. A payment
 * hash is sold once: whoever comes second, or at the same time, gets the earlier sale.
 * Throws `checkoutFailed` and `tooManyProducts`, and then nothing is written.
 */
export async function sell(wanted: Checkout, facts: Facts, nowMs: number): Promise<Sold> {
  try {
    return await record(wanted, facts, nowMs)
  } catch (error) {
    const earlier = await earlierSale(error, wanted.paymentHash)
    if (!earlier) throw error
    return completed(earlier)
  }
}

async function record(wanted: Checkout, facts: Facts, nowMs: number): Promise<Sold> {
  const { user, stock } = check(wanted, facts)
  const { order, ticket, payment } = saleRecords(wanted, user, facts.products, nowMs)
  const sold = completed({
    orderId: order.id,
    ticketId: ticket.id,
    paymentId: payment.id,
  })
  await transact(
    [
      // First, because of several refusals the first one is thrown
      ...(payment.lightning?.paymentHash
        ? [
            insertHashSale(
              payment.lightning.paymentHash,
              sold,
              payment.lightning,
              (held) => new AlreadySold(held),
            ),
          ]
        : []),
      insert(order),
      insert(ticket),
      insert(payment),
      conditionCheck(user, {}, checkoutFailed),
      ...[...stock].map(([id, quantity]) => updateStock(id, -quantity, checkoutFailed)),
    ],
    sold,
  )
  return sold
}

/** What a sale takes from each product; throws when it cannot be made. */
function check(wanted: Checkout, { user, products }: Facts) {
  const { items, amount: amountCents, paymentMethodId, currencyId } = wanted
  const stock = sumByProduct(items)
  if (stock.size > maxProducts) throw new Failure('tooManyProducts')
  const sound =
    items.length > 0 &&
    items.every(
      ({ quantity, priceAtOrder }) =>
        Number.isSafeInteger(quantity) && quantity >= 1 && priceAtOrder >= 0,
    ) &&
    isExact(items, ({ quantity, priceAtOrder }) => quantity * priceAtOrder) &&
    isExact(items, ({ quantity }) => quantity) &&
    amountCents >= 0 &&
    findPaymentMethod(paymentMethodId) &&
    findCurrency(currencyId) &&
    [...stock].every(([id, quantity]) => (products.get(id)?.quantity ?? 0) >= quantity)
  if (!user || !sound) throw checkoutFailed()
  return { user, stock }
}

type SoldItem = Checkout['items'][number]

/** Whether a sum over a sale, of parts from 0, is one that reports can tell exactly. */
const isExact = (items: readonly SoldItem[], partOf: (item: SoldItem) => number) =>
  Number.isSafeInteger(items.reduce((sum, item) => sum + partOf(item), 0))

/**
 * The sale that was in the way, or took the stock while this one was prepared. It may
 * also be this very one, when the table's replies were lost.
 */
async function earlierSale(
  error: unknown,
  paymentHash: string | null,
): Promise<HashSale | undefined> {
  if (error instanceof AlreadySold) return error.sale
  if (paymentHash === null || !(error instanceof Failure)) return undefined
  return read<HashSale>(saleKey(paymentHash))
}

class AlreadySold extends Error {
  readonly sale: HashSale

  constructor(held: Item | undefined) {
    super('the payment hash is sold')
    this.sale = held as HashSale
  }
}

const checkoutFailed = () => new Failure('checkoutFailed')
