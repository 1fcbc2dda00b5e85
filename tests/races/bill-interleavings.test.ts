import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { read } from '../../shared/platform/dynamodb/read.ts'
import {
  ordersAt,
  type TableRecord,
  tableKey,
} from '../../shared/selling/restaurant/tables.ts'
import { type Bills, openBills } from '../support/bills.ts'
import type { Answer } from '../support/client.ts'
import { isLongRun, scaled } from '../support/scale.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let bills: Bills
beforeAll(async () => {
  shop = await openShop()
  bills = await openBills(shop)
})
afterAll(() => shop.close())

/**
 * A step of waiters who work at the same time; numbers choose among the orders of the moment.
 */
const step = fc.record({
  kind: fc.constantFrom(
    'split',
    'split',
    'merge',
    'move',
    'settle',
    'add',
    'cancel',
    'remove',
    'calculate',
  ),
  order: fc.nat(),
  other: fc.nat(),
  lines: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const evening = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), {
  minLength: 2,
  maxLength: 5,
})

type Line = { id: string; priceAtOrder: number; status: string }
type Read = { id: string; order: OrderRead; lines: readonly Line[] }
type OrderRead = { status: string; total: number; tableId: string | null }

const of = <T>(all: readonly T[], at: number): T => all[at % all.length] as T

/** Three tables, two of them with guests. Every line has a price that no other has. */
async function openEvening() {
  const seated = [await bills.seat([1, 2, 4]), await bills.seat([8, 16])]
  const tables = [...seated.map(({ tableId }) => tableId), await bills.createTable()]
  const orders = seated.map(({ orderId }) => orderId)
  const sold = new Set([1, 2, 4, 8, 16])
  let nextPrice = 32
  let cancelled = 0

  const readAll = async (): Promise<Read[]> => {
    const found = await Promise.all(
      orders.map((id) => bills.admin.get(`/orders/${id}/complete`)),
    )
    return found.flatMap(({ status, body }, at) =>
      status === 404
        ? []
        : [{ id: orders[at] ?? '', order: body.order, lines: body.dishes }],
    )
  }

  /** The answer, once it has been counted what it says about lines. */
  const take = async ({ kind, order, other, lines }: Step, now: Read[]) => {
    const here = of(now, order)
    const chosen = lines.map((at) => here.lines[at % here.lines.length])
    const [line] = chosen
    const { admin } = bills
    const cents = Math.round((line?.priceAtOrder ?? 0) * 100)
    const path = `/orders/${here.id}`
    switch (kind) {
      case 'split': {
        const answer = await bills.split(here.id, [
          ...new Set(chosen.map((each) => each?.id)),
        ])
        if (answer.status === 201) orders.push(answer.body.id)
        return answer
      }
      case 'merge':
        return bills.merge(here.id, of(now, other).id)
      case 'move':
        return bills.move(here.id, of(tables, other))
      case 'settle':
        return bills.settle(here.id, dueOf(here.lines))
      case 'calculate':
        return admin.put(`${path}/calculate-total`, undefined)
      case 'add': {
        const price = nextPrice
        nextPrice += 1
        const answer = await bills.addDishes(here.id, [
          { dishId: bills.soup, priceAtOrder: price / 100 },
        ])
        if (answer.status === 201) sold.add(price)
        return answer
      }
      case 'cancel': {
        const answer = await admin.put(`${path}/dishes/${line?.id}`, {
          status: 'cancelled',
        })
        if (answer.status === 200 && sold.delete(cents)) cancelled += 1
        return answer
      }
      case 'remove': {
        const answer = await admin.del(`${path}/dishes/${line?.id}`)
        if (answer.status === 204 && !sold.delete(cents)) cancelled -= 1
        return answer
      }
    }
  }

  const check = async () => {
    const now = await readAll()
    const lines = now.flatMap((each) => each.lines)
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
    const live = lines.filter(({ status }) => status !== 'cancelled')
    expect(ascending(live.map(centsOf))).toEqual(ascending([...sold]))
    expect(lines.length - live.length).toBe(cancelled)
    for (const { order, lines: own } of now) {
      expect(Math.round(order.total * 100)).toBe(dueOf(own))
    }
    for (const id of tables) {
      const table = (await read<TableRecord>(tableKey(id))) as TableRecord
      const here = now.filter(
        ({ order }) => order.tableId === id && order.status === 'open',
      )
      expect([...ordersAt(table)].sort()).toEqual(here.map((each) => each.id).sort())
      expect(table.status).toBe(here.length > 0 ? 'occupied' : 'available')
    }
  }

  return { readAll, take, check }
}

const ascending = (cents: readonly number[]) => cents.toSorted((one, two) => one - two)

const centsOf = ({ priceAtOrder }: Line) => Math.round(priceAtOrder * 100)

const dueOf = (lines: readonly Line[]) =>
  lines
    .filter(({ status }) => status !== 'cancelled')
    .map(centsOf)
    .reduce((all, cents) => all + cents, 0)

const expected = [200, 201, 204, 400, 404, 409]

it('whatever waiters do at once, no line is lost, doubled or repriced, and tables show who sits there', async () => {
  const property = fc.asyncProperty(evening, async (waves) => {
    const { readAll, take, check } = await openEvening()
    for (const wave of waves) {
      const now = await readAll()
      const answers: Answer[] = await Promise.all(wave.map((each) => take(each, now)))
      for (const { status } of answers) expect(expected).toContain(status)
      await check()
    }
  })
  await fc.assert(property, {
    numRuns: scaled(4, 80),
    endOnFailure: !isLongRun,
  })
}, 1_200_000)
