import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scaled } from '../support/scale.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { readAllPages } from './all-pages.ts'
import { endpointsWhere } from './endpoints.ts'
import {
  type Desk,
  newestFirst,
  oldestFirst,
  openDesk,
  type Records,
} from './list-records.ts'

let shop: Shop
let desk: Desk
beforeAll(async () => {
  shop = await openShop()
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

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

const listed = async (path: string): Promise<string[]> => {
  const { status, body } = await desk.admin.get(path)
  expect(status).toBe(200)
  return Array.isArray(body) ? idsOf(body) : []
}

/** Lists without records of their own: of constants, names and links. */
const unordered = [
  'GET /currencies',
  'GET /payments/currencies',
  'GET /payments/methods',
  'GET /payments/ticket-payments/by-payment/{paymentId}',
  'GET /payments/ticket-payments/by-ticket/{ticketId}',
  'GET /permissions',
  'GET /printers/available',
  'GET /printers/status',
  'GET /roles/{id}/permissions',
]

const pathOf = (key: string, { path }: Records) => path ?? key.replace('GET ', '')

it('covers every list', () => {
  const lists = endpointsWhere((_access, { reply }) => reply.isList === true)
  const ordered = [...Object.keys(oldestFirst), ...Object.keys(newestFirst), ...unordered]
  expect(ordered.sort()).toEqual(lists.map(([key]) => key).sort())
})

describe('oldest first, unpaged and in pages:', () => {
  it.each(Object.keys(oldestFirst))('%s', async (key) => {
    const records = (await oldestFirst[key]?.(desk)) as Records
    const path = pathOf(key, records)
    const before = await listed(path)
    const made = await createSequentially(records.create)
    expect(await listed(path)).toEqual([...before, ...made])
    expect(idsOf(await readAllPages(desk.admin, path, limit))).toEqual([
      ...before,
      ...made,
    ])
  })
})

describe('newest first, unpaged and in pages:', () => {
  it.each(Object.keys(newestFirst))('%s', async (key) => {
    const records = (await newestFirst[key]?.(desk)) as Records
    const path = pathOf(key, records)
    const made = await createSequentially(records.create)
    expect((await listed(path)).slice(0, count)).toEqual(made.toReversed())
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
