import { afterAll, beforeAll, expect, it } from 'vitest'
import { layout } from '../../../shared/paper/layout/layout.ts'
import { elementTypes } from '../../../shared/paper/layout/template.ts'
import { PrintJob } from '../../../shared/paper/queue/print-job.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import {
  deleteIfPresent,
  insert,
  put,
  upsert,
} from '../../../shared/platform/dynamodb/write.ts'
import { tellKitchen } from '../../../shared/selling/kitchen/tell-kitchen.ts'
import { putKitchenOrder } from '../../../shared/selling/restaurant/kitchen-orders.ts'
import {
  findRestaurantOrder,
  mergedKey,
  type RestaurantOrderRecord,
} from '../../../shared/selling/restaurant/restaurant-orders.ts'
import { orderKey } from '../../../shared/selling/sales/orders.ts'
import { openRestaurant, type Restaurant } from '../../support/dishes.ts'
import { eventually } from '../../support/eventually.ts'
import { openPrintDesk, type PrintDesk } from '../../support/printing.ts'

let desk: PrintDesk
let restaurant: Restaurant
let soup: string
let wine: string
let spaceId: string
beforeAll(async () => {
  desk = await openPrintDesk({ stream: true })
  restaurant = await openRestaurant(desk.shop)
  const bar = await restaurant.createCategory()
  soup = await restaurant.createDish('Soup')
  wine = await restaurant.createDish('Wine', bar)
  spaceId = (await desk.admin.post('/spaces', { name: 'Hall' })).body.id
  await desk.agent.post('/agents/report', {
    printers: ['oven', 'taproom'].map((name) => ({ name, kind: 'network' })),
    version: '1.0.0',
    elementTypes,
  })
  await desk.createPrinter({ printerName: 'oven', templateName: null })
  await desk.createPrinter({
    printerType: 'BAR',
    printerName: 'taproom',
    templateName: null,
    categoryIds: [bar],
  })
})
afterAll(() => desk.shop.close())

/** Slips of the printers, each after the name of its printer. */
const slips: string[] = []
const told = async (count: number): Promise<string[]> => {
  await eventually(async () => {
    for (const job of await desk.agent.takeJobs()) {
      const texts = layout(PrintJob.parse(job)).flatMap((line) =>
        line.kind === 'text' ? [line.text.trim()] : [],
      )
      slips.push(`${job.printerName}: ${texts.join('\n')}`)
    }
    expect(slips.length).toBeGreaterThanOrEqual(count)
  })
  return slips.splice(0)
}

const stations = (printed: readonly string[]) =>
  printed.map((slip) => slip.split(':')[0] ?? '').toSorted()

const newTable = async (name: string) =>
  (await desk.admin.post('/tables', { name, spaceId })).body.id as string

/** An order of a soup without nuts and a wine, which its kitchen and bar were sent. */
const firedAt = async (tableId: string | null) => {
  const orderId = await restaurant.createOrder({ tableId })
  await restaurant.addDishes(orderId, [
    { dishId: soup, priceAtOrder: 4.5, notes: 'no nuts' },
    { dishId: wine, priceAtOrder: 4.5 },
  ])
  await desk.admin.post(`/orders/${orderId}/fire`, {})
  const printed = await told(2)
  const { dishes } = (await desk.admin.get(`/orders/${orderId}/complete`)).body
  return { orderId, ids: dishes.map(({ id }: { id: string }) => id) as string[], printed }
}

it('a kitchen on paper is told once of what was cancelled, changed, moved, split, merged, deleted', async () => {
  const [one, two] = [await newTable('One'), await newTable('Two')]
  const { orderId, ids } = await firedAt(one)
  const [soupId = '', wineId = ''] = ids
  const line = { dishId: soup, priceAtOrder: 4.5, status: 'sent', shouldPrepare: true }
  const change = (fields: object) =>
    desk.admin.put(`/orders/${orderId}/dishes/${soupId}`, { ...line, ...fields })

  // Its price is none of the kitchen's business
  await change({ notes: 'no nuts', priceAtOrder: 4 })
  await change({ notes: 'no nuts, no salt' })
  const [rewritten = '', ...others] = await told(1)
  expect(others).toEqual([])
  expect(rewritten).toMatch(/^oven: \*\*\* CHANGED \*\*\*\nbefore: no nuts\nOne/)
  expect(rewritten).toMatch(/1x Soup\nno nuts, no salt/)

  await desk.admin.put(`/orders/${orderId}/table`, { tableId: two })
  const moved = await told(2)
  expect(stations(moved)).toEqual(['oven', 'taproom'])
  expect(moved[0]).toMatch(/MOVED \*\*\*\nfrom One\nto Two/)

  await desk.admin.del(`/orders/${orderId}/dishes/${wineId}`)
  const deleted = await told(2)
  expect(stations(deleted)).toEqual(['oven', 'taproom'])
  for (const slip of deleted) expect(slip).toMatch(/CANCELLED.*1x Wine/s)
  for (const slip of deleted) expect(slip).not.toContain('Soup')
  await change({ notes: 'no nuts, no salt', status: 'cancelled' })
  expect(stations(await told(1))).toEqual(['oven'])
})

it('dishes of a split or merged bill are told where their table changes, and of a deleted one all', async () => {
  const [one, two] = [await newTable('Three'), await newTable('Four')]
  const { orderId, ids } = await firedAt(one)
  const { body } = await desk.admin.post(`/orders/${orderId}/split`, {
    dishIds: ids.slice(1),
  })
  await desk.admin.put(`/orders/${body.id}/table`, { tableId: two })
  const moved = await told(2)
  expect(stations(moved)).toEqual(['oven', 'taproom'])
  for (const slip of moved) expect(slip).toMatch(/MOVED.*from Three\nto Four.*1x Wine/s)
  await desk.admin.post(`/orders/${orderId}/merge`, { orderId: body.id })
  const back = await told(2)
  expect(stations(back)).toEqual(['oven', 'taproom'])
  for (const slip of back) expect(slip).toMatch(/MOVED.*from Four\nto Three.*1x Wine/s)
  await desk.admin.del(`/orders/${orderId}`)
  const gone = await told(2)
  expect(stations(gone)).toEqual(['oven', 'taproom'])
  expect(gone.find((slip) => slip.startsWith('oven'))).toMatch(/CANCELLED.*Soup.*Wine/s)

  // Whatever came twice would be here
  await firedAt(one)
  const jobs = (await desk.admin.get('/printers/jobs')).body as { id: string }[]
  expect(new Set(jobs.map(({ id }) => id)).size).toBe(jobs.length)
  expect(jobs).toHaveLength(1 + 2 + 2 + 2 + 1 + 2 + 2 + 2 + 2 + 2)
})

/** Cancels a soup, and returns the slips up to the one that says so. */
const toldUntilCancelled = async (orderId: string, soupId: string) => {
  const line = { dishId: soup, priceAtOrder: 4.5, notes: 'no nuts', shouldPrepare: true }
  const path = `/orders/${orderId}/dishes/${soupId}`
  await desk.admin.put(path, { ...line, status: 'cancelled' })
  const all: string[] = []
  do all.push(...(await told(1)))
  while (!all.some((slip) => slip.includes('CANCELLED')))
  return all
}

const stored = async (id: string) =>
  (await findRestaurantOrder(id)) as RestaurantOrderRecord

it('dishes that a function of release 0.3.1 splits off or merges are not cancelled', async () => {
  const table = await newTable('Five')
  const { orderId, ids } = await firedAt(table)
  const [soupId = '', wineId = ''] = ids
  const order = await stored(orderId)
  const id = crypto.randomUUID()
  const linesWithout = (gone: string) => order.lines.filter((line) => line.id !== gone)
  const made = { ...order, ...orderKey(id), id, revision: 1 }
  const nowMs = Date.now()
  await transact([
    upsert(orderKey(orderId), {
      set: { lines: linesWithout(wineId) },
      add: { revision: 1 },
    }),
    insert({ ...made, lines: linesWithout(soupId), firedIn: [orderId] }),
    putKitchenOrder(id, nowMs),
  ])
  await transact([
    upsert(orderKey(orderId), {
      set: { lines: order.lines, firedIn: [id] },
      add: { revision: 1 },
    }),
    deleteIfPresent(orderKey(id)),
    put({ ...mergedKey(id), expiresAt: Math.ceil(nowMs / 1_000) + 3_600 }),
  ])
  const [slip = '', ...others] = await toldUntilCancelled(orderId, soupId)
  expect(others).toEqual([])
  expect(slip).toContain('1x Soup')
})

it('dishes of a merged order are where the other went, however late the kitchen learns of it', async () => {
  const [one, two] = [await newTable('Six'), await newTable('Seven')]
  const first = await firedAt(one)
  const second = await firedAt(one)
  const third = await firedAt(two)
  const before = await stored(first.orderId)
  const merge = (id: string, orderId: string) =>
    desk.admin.post(`/orders/${id}/merge`, { orderId })
  await merge(second.orderId, first.orderId)
  await merge(third.orderId, second.orderId)
  await told(2)
  const key = orderKey(first.orderId)
  const change = (id: string) => ({ id, atMs: Date.now(), key, before })
  await tellKitchen.consume([change('late')])
  for (const slip of await told(2)) expect(slip).toMatch(/MOVED.*from Six\nto Seven/s)

  await desk.admin.del(`/orders/${third.orderId}`)
  await told(2)
  await tellKitchen.consume([change('too late')])
  expect((await firedAt(two)).printed).toHaveLength(2)
})

it('a kitchen is not told of notes that stay blank, nor of served dishes of a paid order', async () => {
  const table = await newTable('Eight')
  const orderId = await restaurant.createOrder({ tableId: table })
  await restaurant.addDishes(orderId, [
    { dishId: soup, priceAtOrder: 4.5 },
    { dishId: wine, priceAtOrder: 4.5 },
  ])
  await desk.admin.post(`/orders/${orderId}/fire`, {})
  await told(2)
  const [soupId = '', wineId = ''] = (await stored(orderId)).lines.map(({ id }) => id)
  const line = { priceAtOrder: 4.5, status: 'sent', shouldPrepare: true }
  const change = (id: string, fields: object) =>
    desk.admin.put(`/orders/${orderId}/dishes/${id}`, { ...line, ...fields })
  await change(soupId, { dishId: soup, notes: ' ' })
  await change(wineId, { dishId: wine, status: 'done' })
  await desk.admin.put(`/orders/${orderId}/table`, { tableId: await newTable('Nine') })
  const [moved = '', ...others] = await told(1)
  expect(others).toEqual([])
  expect(moved).toMatch(/MOVED.*1x Soup/s)
  expect(moved).not.toContain('Wine')

  const { userId } = await stored(orderId)
  const paid = { userId, status: 'paid', total: 9, tableId: null }
  expect((await desk.admin.put(`/orders/${orderId}`, paid)).status).toBe(200)
  const next = await firedAt(table)
  const cancelled = await toldUntilCancelled(next.orderId, next.ids[0] ?? '')
  expect([...next.printed, ...cancelled]).toHaveLength(2 + 1)
})
