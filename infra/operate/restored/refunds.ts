import { updateUnchanged } from '../../../shared/platform/dynamodb/optimistic-lock.ts'
import { fromCents } from '../../../shared/platform/money/decimal.ts'
import {
  isNothingLeft,
  leftOfOrder,
  refundableOf,
} from '../../../shared/selling/refunds/refundable.ts'
import { insertRefund, type Order } from '../../../shared/selling/sales/orders.ts'
import {
  refundReceiptNumber,
  type SaleRefund,
} from '../../../shared/selling/sales/sale-snapshot.ts'
import type { Around } from './around.ts'
import type { Difference } from './difference.ts'

/** Finished refunds that their order has and no list, or the other way round. */
export function refundDifferences(around: Around): Difference[] {
  const { orders, refunds, fromMs } = around
  const listed = new Set(refunds.map(({ id }) => id))
  const lost = [...orders.values()].flatMap((order) =>
    (order.sale?.refunds ?? [])
      .filter(({ id, refundedAt }) => !listed.has(id) && Date.parse(refundedAt) >= fromMs)
      .map((refund) => ({
        said: `${nameOf(refund)} was in no list of refunds`,
        subject: { id: order.id, name: refundReceiptNumber(refund) },
        writes: [insertRefund(order, refund, Date.parse(refund.refundedAt))],
      })),
  )
  const unknown = refunds.flatMap(
    ({ pk: _pk, sk: _sk, orderId, number: _number, ...refund }) => {
      const order = orders.get(orderId)
      if (order?.sale?.refunds?.some(({ id }) => id === refund.id)) return []
      return [withRefund(order, refund as SaleRefund)]
    },
  )
  return [...lost, ...unknown]
}

/** Restores a refund that the table has lost, so that it cannot be given back once more. */
function withRefund(order: Order | undefined, refund: SaleRefund): Difference {
  const subject = { id: refund.id, name: refundReceiptNumber(refund) }
  const refundable = order && refundableOf(order)
  if (!refundable) {
    return { said: `${nameOf(refund)} gives back a sale that is missing`, subject }
  }
  const { sale, items } = refundable
  const refunds = [...(sale.refunds ?? []), refund]
  const { cents, isNothing } = leftAfter(refundable, refunds)
  return {
    said: `${nameOf(refund)} was unknown to its sale, which has ${fromCents(cents)} left now`,
    subject,
    writes: [
      updateUnchanged(refundable.order, ['refundRevision'], {
        set: {
          sale: { ...sale, refunds, ...(isNothing && { isRefunded: true }) },
          ...(items && { items }),
        },
        add: { refundRevision: 1 },
        remove: refundable.order.refunding?.id === refund.id ? ['refunding'] : [],
      }),
    ],
  }
}

function leftAfter(
  refundable: NonNullable<ReturnType<typeof refundableOf>>,
  refunds: readonly SaleRefund[],
) {
  const left = leftOfOrder({ ...refundable, sale: { ...refundable.sale, refunds } })
  return { cents: left.cents, isNothing: isNothingLeft(left) }
}

const nameOf = (refund: SaleRefund) =>
  `refund ${refundReceiptNumber(refund) ?? refund.id} of ${fromCents(refund.amountCents)}`
