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
import { type HashSale, insertHashSale, saleKey } from '../sales/payment-hashes.ts'
import { type User, userKey } from '../staff/users.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import { type CheckoutResult, completedCheckout } from './checkout-result.ts'
import { saleRecords } from './sale-records.ts'

/** The records that a sale depends on: those of its user and products that exist. */
export type SaleInputs = {
  readonly user: User | undefined
  readonly products: ReadonlyMap<string, ProductRecord>
}

/** Reads what a sale depends on, in one round trip. */
export async function readSaleInputs({
  userId,
  items,
}: CheckoutRequest): Promise<SaleInputs> {
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
 * Decrements the stock and creates order, ticket and payment in one transaction. A payment
 * hash has one sale: a second checkout of it, also at the same time, gets the first one's
 * result. Throws `checkoutFailed` and `tooManyProducts`, and then nothing is written.
 */
export async function createSale(
  input: CheckoutRequest,
  saleInputs: SaleInputs,
  nowMs: number,
): Promise<CheckoutResult> {
  try {
    return await writeSale(input, saleInputs, nowMs)
  } catch (error) {
    const earlier = await findEarlierSale(error, input.paymentHash)
    if (!earlier) throw error
    return completedCheckout(earlier)
  }
}

async function writeSale(
  input: CheckoutRequest,
  saleInputs: SaleInputs,
  nowMs: number,
): Promise<CheckoutResult> {
  const { user, quantities } = validate(input, saleInputs)
  const { products } = saleInputs
  const { order, ticket, payment } = saleRecords(input, user, products, nowMs)
  const result = completedCheckout({
    orderId: order.id,
    ticketId: ticket.id,
    paymentId: payment.id,
  })
  await transact(
    [
      // First in the list, because the first condition that fails decides the error
      ...(payment.lightning?.paymentHash
        ? [
            insertHashSale(
              payment.lightning.paymentHash,
              result,
              payment.lightning,
              (current) => new AlreadySold(current),
            ),
          ]
        : []),
      insert(order),
      insert(ticket),
      insert(payment),
      conditionCheck(user, {}, checkoutFailed),
      ...[...quantities].map(([id, quantity]) =>
        updateStock(id, -quantity, checkoutFailed),
      ),
    ],
    result,
  )
  return result
}

/** The user, and the units by which each product's stock is decremented. */
function validate(input: CheckoutRequest, { user, products }: SaleInputs) {
  const { items, amount: amountCents, paymentMethodId, currencyId } = input
  const quantities = sumByProduct(items)
  if (quantities.size > maxProducts) throw new Failure('tooManyProducts')
  const isValid =
    items.length > 0 &&
    items.every(
      ({ quantity, priceAtOrder }) =>
        Number.isSafeInteger(quantity) && quantity >= 1 && priceAtOrder >= 0,
    ) &&
    isSumExact(items, ({ quantity, priceAtOrder }) => quantity * priceAtOrder) &&
    isSumExact(items, ({ quantity }) => quantity) &&
    amountCents >= 0 &&
    findPaymentMethod(paymentMethodId) &&
    findCurrency(currencyId) &&
    [...quantities].every(
      ([id, quantity]) => (products.get(id)?.quantity ?? 0) >= quantity,
    )
  if (!user || !isValid) throw checkoutFailed()
  return { user, quantities }
}

type CheckoutItem = CheckoutRequest['items'][number]

/** Whether a sum over the items is a safe integer, so that reports can add it exactly. */
const isSumExact = (
  items: readonly CheckoutItem[],
  partOf: (item: CheckoutItem) => number,
) => Number.isSafeInteger(items.reduce((sum, item) => sum + partOf(item), 0))

/**
 * The sale that another checkout of the payment hash wrote, or that decremented the stock
 * after it was read. It can also be this checkout's own sale, when the table's replies
 * were lost.
 */
async function findEarlierSale(
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

const checkoutFailed = () => new Failure('checkoutFailed')
