import type { Pos } from '../../../shared/client/pos.ts'
import type { Shift } from './people.ts'

export type Finding = {
  readonly text: string
  /** Null for what is shown and not judged. */
  readonly holds: boolean | null
}

/** Compares what the shop's people were told with its books, once all is quiet. */
export async function auditBooks(pos: Pos, shift: Shift): Promise<Finding[]> {
  const { menu, paper } = shift
  const [orders, tickets, products] = await Promise.all([
    pos.storeOrders.list(),
    pos.tickets.list(),
    pos.products.list(),
  ])
  const inBooks = new Set(orders.map(({ id }) => id))
  const lost = shift.sold.filter((id) => !inBooks.has(id))
  const ofOrders = new Set(tickets.map(({ orderId }) => orderId))
  const unbilled = [...shift.sold, ...shift.settled].filter((id) => !ofOrders.has(id))
  const numbers = tickets.flatMap(({ number }) => number ?? []).toSorted((a, b) => a - b)
  const gaps = numbers.filter((number, at) => number !== at + 1)
  const lines = orders.flatMap(({ items }) => items ?? [])
  const soldUnits = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const takenUnits = products.reduce(
    (sum, { quantity }) => sum + menu.stock - quantity,
    0,
  )
  const { printed, copies, missing, doubled } = paper.figures()
  const unconfirmed = orders.length - shift.sold.length
  const { failures } = shift
  return [
    {
      text: [`${failures.length} pieces of work failed`, ...failures.slice(0, 5)].join(
        '\n        ',
      ),
      holds: failures.length === 0,
    },
    {
      text: `${shift.sold.length} confirmed sales, ${lost.length} not in the books`,
      holds: lost.length === 0,
    },
    {
      text: `${orders.length} store orders in the books, ${unconfirmed} never confirmed`,
      holds: unconfirmed === 0,
    },
    {
      text: `${shift.settled.length} bills settled; ${unbilled.length} sales and bills without a ticket`,
      holds: unbilled.length === 0,
    },
    {
      text: `${numbers.length} numbered tickets, ${gaps.length} out of line`,
      holds: gaps.length === 0 && numbers.length === tickets.length,
    },
    {
      text: `${soldUnits} units sold, ${takenUnits} taken from stock`,
      holds: soldUnits === takenUnits,
    },
    {
      text: `${printed} tickets on paper (${copies} also as marked copies), ${missing.length} missing, ${doubled.length} twice without a mark`,
      holds: missing.length === 0 && doubled.length === 0,
    },
  ]
}
