import {
  deleteUnchanged,
  retryOnConflict,
  updateUnchanged,
} from '../dynamodb/optimistic-lock.ts'
import { readMany } from '../dynamodb/read.ts'
import { Failure } from '../failure.ts'
import { transactAndRespond } from '../idempotency/transact-and-respond.ts'
import { totalTooLarge } from '../restaurant/new-order-lines.ts'
import { maxLines, maxTotalCents, sumOf } from '../restaurant/order-line.ts'
import {
  type RestaurantOrderRecord,
  refuseSettled,
} from '../restaurant/restaurant-orders.ts'
import { type Order, orderKey } from '../sales/orders.ts'
import { tablesOfBill, updateTablesOfMerged } from './bill-tables.ts'
import { firedInAfter } from './fired-in.ts'

/**
 * Moves all lines of another order to this one, deletes the other and leaves its table.
 * Throws `notFound`, `orderPaid` for a settled order, `orderFull`, `tooManyTablesOfBill`,
 * and `invalid` for the same order, one that is not open or has a payment, or too large a
 * total.
 */
export const merge = (orderId: string, otherId: string) =>
  retryOnConflict(async () => {
    const [order, other] = (await readMany([orderKey(orderId), orderKey(otherId)])) as [
      Order | undefined,
      Order | undefined,
    ]
    if (!isOfRestaurant(order)) throw new Failure('notFound')
    refuseSettled(order)
    if (!isOfRestaurant(other)) throw unmergeable(`no order has the id ${otherId}`)
    if (order.id === other.id) throw unmergeable('orderId names this order')
    for (const each of [order, other]) refuseUnlessOpen(each)
    const lines = [...order.lines, ...other.lines]
    if (lines.length > maxLines) throw new Failure('orderFull')
    if (sumOf(lines) > maxTotalCents) throw totalTooLarge()
    const reply = { id: order.id }
    await transactAndRespond(
      [
        updateUnchanged(order, ['revision', 'payments'], {
          set: {
            lines,
            linesCents: sumOf(lines),
            totalCents: sumOf(lines),
            firedIn: firedInAfter(order, other, other.lines),
          },
          add: { revision: 1 },
        }),
        // The lines stay counted at their dishes: both orders are open
        deleteUnchanged(other, ['revision', 'payments']),
        ...updateTablesOfMerged(await tablesOfBill(other.id), other.id, order),
      ],
      reply,
    )
    return reply
  })

const isOfRestaurant = (order: Order | undefined): order is RestaurantOrderRecord =>
  order?.kind === 'restaurant'

function refuseUnlessOpen({ id, status, payments }: Order): void {
  if (status !== 'open') throw unmergeable(`the order ${id} is not open`)
  if (payments.length > 0) throw unmergeable(`the order ${id} has a payment`)
}

const unmergeable = (fault: string) => new Failure('invalid', { fault })
