import { isDeepStrictEqual } from 'node:util'
import { Failure, required } from '../../failure.ts'
import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import {
  retryOnConflict,
  updateUnchanged,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { smallestCentsOf } from '../../platform/money/currencies.ts'
import { sharesOf } from '../../platform/money/shares.ts'
import {
  type BillDiscount,
  type Discounted,
  discountCentsOf,
  percentOf,
} from '../restaurant/bill-discount.ts'
import { type OrderLine, sumOf } from '../restaurant/order-line.ts'
import {
  findRestaurantOrder,
  type RestaurantOrderRecord,
  refusePaid,
} from '../restaurant/restaurant-orders.ts'
import { findBaseCurrency } from '../shop-config/config.ts'
import { type DiscountRequest, maxReason } from './bill-requests.ts'

/**
 * Returns a bill's current discount, in cents; reads the currency only for a bill with a
 * discount.
 */
export const readDiscountCents = async (order: Discounted): Promise<number> =>
  order.discount ? discountCentsOf(order, await readSmallestCents()) : 0

const readSmallestCents = async () => smallestCentsOf(await findBaseCurrency())

/** Returns the fields of the discount of a bill that is not settled. */
export async function discountOnWire(order: Discounted & { readonly sale?: unknown }) {
  const { discount, sale } = order
  if (!discount || sale) return { discount: undefined }
  const { amountCents = null, reason = null } = discount
  return {
    discount: { percent: percentOf(discount), amountCents, reason },
    discountAmount: await readDiscountCents(order),
  }
}

/**
 * Gives a bill a discount in place of its present one, or takes that off (PUT
 * /orders/{id}/discount). Throws `notFound`, `orderPaid`, and `checkoutInvalidDiscount`
 * for a sum above the lines' total.
 */
export const changeDiscount = (orderId: string, discount: DiscountRequest) =>
  retryOnConflict(async () => {
    const order = required(await findRestaurantOrder(orderId))
    refusePaid(order)
    if ((discount?.amountCents ?? 0) > sumOf(order.lines)) {
      throw new Failure('checkoutInvalidDiscount', { field: 'amountCents' })
    }
    if (isDeepStrictEqual(order.discount, discount)) return
    const changed = { ...order, discount }
    await transact([
      updateUnchanged(order, ['revision', 'payments'], {
        set: { discount },
        remove: discount ? [] : ['discount'],
        add: { revision: 1 },
      }),
      insertAuditEntry({
        kind: 'discount',
        subject: { id: orderId },
        before: order.discount ? await auditedDiscount(order) : null,
        after: discount ? await auditedDiscount(changed) : null,
      }),
    ])
  })

const auditedDiscount = async (order: RestaurantOrderRecord) => ({
  percent: percentOf(order.discount ?? {}),
  discountCents: await readDiscountCents(order),
  totalCents: sumOf(order.lines),
  reason: order.discount?.reason ?? null,
})

/** The discounts of both parts of a bill: its percent each, or a share of its sum. */
export async function splitDiscount(
  { discount }: Discounted,
  left: readonly OrderLine[],
  moved: readonly OrderLine[],
): Promise<readonly [BillDiscount | undefined, BillDiscount | undefined]> {
  if (discount?.amountCents === undefined) return [discount, discount]
  const weights = [sumOf(left), sumOf(moved)]
  if (weights.every((cents) => cents === 0)) return [discount, undefined]
  const [ofLeft = 0, ofMoved = 0] = sharesOf(
    discount.amountCents,
    weights,
    await readSmallestCents(),
  )
  return [withAmount(discount, ofLeft), withAmount(discount, ofMoved)]
}

/**
 * Combines the discounts of two bills that become one: equal percentages stay, all others
 * become the sum of both discounts at that moment.
 */
export async function mergedDiscount(
  order: Discounted,
  other: Discounted,
): Promise<BillDiscount | undefined> {
  const [own, others] = [order.discount, other.discount]
  if (!own && !others) return undefined
  const reasons = [own?.reason, others?.reason].filter((reason) => reason !== undefined)
  const reason = [...new Set(reasons)].join('; ').slice(0, maxReason).toWellFormed()
  const named = reason === '' ? {} : { reason }
  if (own?.thousandths !== undefined && own.thousandths === others?.thousandths) {
    return { thousandths: own.thousandths, ...named }
  }
  const cents = (await readDiscountCents(order)) + (await readDiscountCents(other))
  return withAmount(named, cents)
}

const withAmount = (discount: BillDiscount, amountCents: number) =>
  amountCents > 0 ? { ...discount, amountCents } : undefined
