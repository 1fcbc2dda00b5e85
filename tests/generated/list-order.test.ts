import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scaled } from '../support/scale.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { readAllPages } from './all-pages.ts'
import {
  type Desk,
  listsIn,
  newestFirst,
  oldestFirst,
  openDesk,
  unordered,
} from './list-records.ts'
import { lists } from './lists.ts'
import { placeOf } from './place-of.ts'

let shop: Shop
let desk: Desk
beforeAll(async () => {
  shop = await openShop({ options: { TILLS: 'true' } })
  desk = await openDesk(shop)
})
afterAll(() => shop.close())

/** Random ids of 6 records are in creation order once in 720 runs. */
const count = scaled(6, 16)

/** Less than the records, so that they fill several pages. */
const limit = scaled(4, 5)

const numbers = Array.from({ length: count }, (_, n) => n)

/** Creates records one after the other, so that their order is known. */
async function createSequentially<T>(create: (n: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (const n of numbers) made.push(await create(n))
  return made
}

/** A list without an entry has the records of another list of the same rows. */
const hintOf = (key: string, table: 'oldestFirst' | 'newestFirst') =>
  `${key}: where it lists other records, give it an entry at ${placeOf(
    'tests/generated/list-records.ts',
    `export const ${table}`,
  )}`

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

const listed = async (path: string): Promise<string[]> => {
  const { status, body } = await desk.admin.get(path)
  expect(status).toBe(200)
  return Array.isArray(body) ? idsOf(body) : []
}

it('covers every list', () => {
  const listed = [...listsIn(oldestFirst), ...listsIn(newestFirst)].map(({ key }) => key)
  const hint = `Add to oldestFirst, newestFirst or unordered at ${placeOf('tests/generated/list-records.ts', 'export const oldestFirst')}`
  const keys = lists.map(([key]) => key)
  expect(
    keys.filter((key) => ![...listed, ...unordered].includes(key)),
    hint,
  ).toEqual([])
  expect([...listed, ...unordered].sort()).toEqual(keys.sort())
})

describe('oldest first, unpaged and in pages:', () => {
  it.each(listsIn(oldestFirst))('$key', async ({ key, path: given, open }) => {
    const { path = given, ...records } = await open(desk)
    const before = await listed(path)
    const made = await createSequentially(records.create)
    const hint = hintOf(key, 'oldestFirst')
    expect(await listed(path), hint).toEqual([...before, ...made])
    expect(idsOf(await readAllPages(desk.admin, path, limit))).toEqual([
      ...before,
      ...made,
    ])
  })
})

describe('newest first, unpaged and in pages:', () => {
  it.each(listsIn(newestFirst))('$key', async ({ key, path: given, open }) => {
    const { path = given, ...records } = await open(desk)
    const made = await createSequentially(records.create)
    const hint = hintOf(key, 'newestFirst')
    expect((await listed(path)).slice(0, count), hint).toEqual(made.toReversed())
    expect(idsOf(await readAllPages(desk.admin, path, limit)).slice(0, count)).toEqual(
      made.toReversed(),
    )
  })
})

it('links are listed in the order of their creation', async () => {
  const { admin, order, payment, ticket } = desk
  const orderId = await order()
  const ticketId = await ticket(orderId)
  const paymentId = await payment()
  const link = (paymentId: string, ticketId: string) =>
    admin.post('/payments/ticket-payments', { paymentId, ticketId })
  const payments = await createSequentially(payment)
  for (const each of payments.toReversed()) await link(each, ticketId)
  const tickets = await createSequentially(() => ticket(orderId))
  for (const each of tickets.toReversed()) await link(paymentId, each)
  const linksBy = (path: string) =>
    readAllPages(desk.admin, `/payments/ticket-payments/by-${path}`, limit)
  expect((await linksBy(`ticket/${ticketId}`)).map((row) => row.paymentId)).toEqual(
    payments.toReversed(),
  )
  expect((await linksBy(`payment/${paymentId}`)).map((row) => row.ticketId)).toEqual(
    tickets.toReversed(),
  )
})
