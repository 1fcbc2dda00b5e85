import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { elementTypes } from '../../../shared/paper/layout/template.ts'
import {
  createPrintQueue,
  deletePrintQueue,
} from '../../../shared/paper/queue/print-queues.ts'
import { openRestaurant, type Restaurant } from '../../support/dishes.ts'
import { failed, openPrintDesk, type PrintDesk } from '../../support/printing.ts'
import { tender } from '../../support/selling.ts'

let desk: PrintDesk
let restaurant: Restaurant
let drinks: string
let soup: string
let wine: string
beforeAll(async () => {
  desk = await openPrintDesk()
  restaurant = await openRestaurant(desk.shop)
  drinks = await restaurant.createCategory()
  soup = await restaurant.createDish('Soup')
  wine = await restaurant.createDish('Wine', drinks)
})
afterAll(() => desk.shop.close())

const report = (...names: string[]) =>
  desk.agent.post('/agents/report', {
    printers: names.map((name) => ({ name, kind: 'network' })),
    version: '1.0.0',
    elementTypes,
  })

beforeEach(async () => {
  await desk.clear()
  await report('oven', 'taproom')
})

const openKitchen = async () => {
  await desk.createPrinter({ printerName: 'oven', templateName: null })
  await desk.createPrinter({
    printerType: 'BAR',
    printerName: 'taproom',
    templateName: null,
    categoryIds: [drinks],
  })
}

const newOrder = async () => {
  const tableId = await restaurant.createTable()
  const orderId = await restaurant.createOrder({ tableId })
  await restaurant.addDishes(orderId, [
    { dishId: soup, priceAtOrder: 4.5, notes: 'no nuts' },
    { dishId: soup, priceAtOrder: 4.5, notes: 'no nuts' },
    { dishId: wine, priceAtOrder: 3 },
  ])
  return orderId
}

const fire = (orderId: string, body: object = {}, headers?: Record<string, string>) =>
  desk.admin.post(`/orders/${orderId}/fire`, body, headers)

const complete = async (orderId: string) => {
  const { dishes, failed } = await restaurant.readCompleteOrder(orderId)
  const lines = dishes as { id: string; status: string; dishId: string }[]
  return { ids: lines.map(({ id }) => id), lines, failed }
}

const nothingToSend = { status: 400, body: { message: 'Nothing to send' } }

describe('POST /orders/{id}/fire', () => {
  it('has nothing to send again on a printer that prints nothing', async () => {
    await desk.createPrinter({ printerName: 'oven', templateName: 'none' })
    const orderId = await newOrder()
    const { body } = await fire(orderId)
    expect(await fire(orderId, { dishIds: body.sent })).toMatchObject(nothingToSend)
  })

  it('prints each line where its category is printed, one ticket a printer', async () => {
    await openKitchen()
    const orderId = await newOrder()
    const { status, body } = await fire(orderId)
    const { ids, lines } = await complete(orderId)
    expect(status).toBe(200)
    expect(body.sent).toEqual(ids)
    expect(body.printers.toSorted()).toEqual(['oven', 'taproom'])
    expect(lines.map((line) => line.status)).toEqual(['sent', 'sent', 'sent'])
    const jobs = await desk.agent.takeJobs()
    const items = new Map(jobs.map((job) => [job.printerName, job.ticket.items]))
    expect(items.get('taproom')).toEqual([{ quantity: 1, name: 'Wine', price: null }])
    expect(items.get('oven')).toEqual([
      {
        quantity: 2,
        name: 'Soup',
        price: null,
        comments: ['no nuts'],
        notes: 'no nuts',
      },
      { quantity: 1, name: 'Wine', price: null },
    ])
    expect(jobs[0]).toMatchObject({
      templateName: 'Kitchen',
      ticket: { tableName: 'T1', total: null, details: { cashier: 'Ana' } },
    })
    expect(await fire(orderId)).toMatchObject(nothingToSend)
  })

  it('fires the lines of a course that is theirs or else that of their dish', async () => {
    await openKitchen()
    const starter = await restaurant.createDish('Salad', drinks)
    const orderId = await restaurant.createOrder()
    await restaurant.addDishes(orderId, [
      { dishId: starter, priceAtOrder: 4.5 },
      { dishId: starter, priceAtOrder: 4.5, course: 'Mains' },
      { dishId: soup, priceAtOrder: 4.5, course: 'Starters' },
      { dishId: soup, priceAtOrder: 4.5 },
    ])
    const { ids } = await complete(orderId)
    // Only now: a line keeps the course that its dish had when it was ordered
    const input = { name: 'Salad', price: 4.5, categoryId: drinks, course: 'Starters' }
    await desk.admin.put(`/dishes/${starter}`, input)
    const { body } = await fire(orderId, { course: 'Starters' })
    expect(body.sent).toEqual([ids[0], ids[2]])
    const again = await fire(orderId, { dishIds: ids, course: 'Mains' })
    expect(again.body.sent).toEqual([ids[1]])
  })

  it('gives tickets that only those who may fire cancel or print again', async () => {
    await openKitchen()
    await fire(await newOrder())
    const [{ id } = { id: '' }] = await desk.agent.takeJobs()
    const refused = { status: 403, body: { message: 'Permission required' } }
    const reader = await desk.shop.userWith('orders_read')
    expect(await reader.del(`/printers/jobs/${id}`)).toMatchObject(refused)
    expect(await reader.post(`/printers/jobs/${id}/reprint`)).toMatchObject(refused)
    const waiter = await desk.shop.userWith('orders_update')
    // This agent prints without asking
    expect(await waiter.del(`/printers/jobs/${id}`)).toMatchObject({ status: 409 })
  })

  it('prints an order that is settled, for guests who pay first', async () => {
    await openKitchen()
    const orderId = await newOrder()
    const settled = await desk.admin.post(`/orders/${orderId}/settle`, {
      userId: desk.shop.ownerId,
      tenders: [tender('Cash', 1_200)],
    })
    expect(settled.status).toBe(200)
    const { status, body } = await fire(orderId)
    const { ids, lines } = await complete(orderId)
    expect([status, body.sent]).toEqual([200, ids])
    expect(lines.map((line) => line.status)).toEqual(['sent', 'sent', 'sent'])
    expect(await desk.printedOn()).toEqual(['oven', 'taproom'])
  })

  it('prints lines that were sent once more as copies, also from pending', async () => {
    await openKitchen()
    const orderId = await newOrder()
    await fire(orderId)
    await desk.agent.takeJobs()
    const [first = ''] = (await complete(orderId)).ids
    expect(await fire(orderId, { dishIds: [first] })).toMatchObject({
      status: 200,
      body: { sent: [first], printers: ['oven'] },
    })
    const [copy, ...others] = await desk.agent.takeJobs()
    expect(others).toEqual([])
    expect(copy?.elements[0]?.value).toBe('*** COPY ***')
    expect(copy?.ticket.items).toMatchObject([{ quantity: 1, name: 'Soup' }])
    for (const status of ['cancelled', 'pending']) {
      await desk.admin.put(`/orders/${orderId}/dishes/${first}`, { status })
    }
    const dishIds = [first]
    const { body } = await desk.admin.post(`/orders/${orderId}/split`, { dishIds })
    expect(await fire(body.id)).toMatchObject({ status: 200, body: { sent: dishIds } })
    expect((await desk.agent.takeJobs())[0]?.elements[0]?.value).toBe('*** COPY ***')
  })

  it.each([
    ['failed', false],
    ['cancelled', false],
    ['expired', false],
    ['failed, reprint failed', false],
    ['begun failed', true],
    // Printed unasked, while the cloud could not be reached
    ['started failed', true],
    ['cancelled failed', true],
    ['failed, reprint printed', true],
    ['printed', true],
    ['reprinted', true],
    ['unknown', true],
  ])(
    'prints a line that was set back as a copy if it may be on paper: %s',
    async (ends, isCopy) => {
      await openKitchen()
      const orderId = await newOrder()
      await fire(orderId)
      const jobs = await desk.agent.takeJobs()
      const end = async (id: string, ending: string) => {
        const path = `/agents/jobs/${id}`
        const [before, state = before] = ending.split(' ')
        if (before === 'begun') await desk.agent.post(`${path}/begin`, { attempts: 1 })
        if (ending === 'cancelled failed') await desk.admin.del(`/printers/jobs/${id}`)
        const started = state !== before && before !== 'begun'
        const report = { state, detail: null, started }
        expect(await desk.agent.post(path, report)).toMatchObject({ status: 204 })
      }
      const [first = '', again] = ends.split(', reprint ')
      for (const { id } of jobs) {
        if (first !== 'unknown') await end(id, first)
        if (!again) continue
        const reprint = await desk.admin.post(`/printers/jobs/${id}/reprint`)
        await end(reprint.body.id, again)
      }
      await desk.agent.takeJobs()
      const [, , wineLine = ''] = (await complete(orderId)).ids
      await desk.admin.put(`/orders/${orderId}/dishes/${wineLine}`, { status: 'pending' })
      expect(await fire(orderId)).toMatchObject({
        status: 200,
        body: { sent: [wineLine] },
      })
      const tickets = await desk.agent.takeJobs()
      expect(
        tickets.map(({ elements }) => elements[0]?.value === '*** COPY ***'),
      ).toEqual([isCopy, isCopy])
    },
  )

  it('prints a line that was set back as a copy if one of its printers has printed it', async () => {
    await openKitchen()
    const orderId = await newOrder()
    await fire(orderId)
    for (const { id, printerName } of await desk.agent.takeJobs()) {
      const state = printerName === 'oven' ? 'printed' : 'failed'
      await desk.agent.post(`/agents/jobs/${id}`, { state, detail: null })
    }
    const [, , wineLine = ''] = (await complete(orderId)).ids
    await desk.admin.put(`/orders/${orderId}/dishes/${wineLine}`, { status: 'pending' })
    await fire(orderId)
    for (const { elements } of await desk.agent.takeJobs()) {
      expect(elements[0]?.value).toBe('*** COPY ***')
    }
  })

  it('prints each line once, fired by ten tills at once', async () => {
    await openKitchen()
    const orderId = await newOrder()
    const answers = await Promise.all(Array.from({ length: 10 }, () => fire(orderId)))
    const statuses = answers
      .map(({ status }) => status)
      .toSorted((one, other) => one - other)
    expect(statuses).toEqual([200, ...Array(9).fill(400)])
    expect(await desk.agent.takeJobs()).toHaveLength(2)
  })

  it('responds to a repeated request as to the first, and queues nothing new', async () => {
    await openKitchen()
    const orderId = await newOrder()
    const key = { 'idempotency-key': `fire ${orderId}` }
    const first = await fire(orderId, {}, key)
    expect(await fire(orderId, {}, key)).toMatchObject({ status: 200, body: first.body })
    expect(await desk.agent.takeJobs()).toHaveLength(2)
  })

  it('changes nothing when a line has no printer', async () => {
    await desk.createPrinter({ printerName: 'oven', categoryIds: [drinks] })
    const orderId = await newOrder()
    expect(await fire(orderId)).toMatchObject(failed)
    const { lines } = await complete(orderId)
    expect(lines.map((line) => line.status)).toEqual(['pending', 'pending', 'pending'])
    expect(await desk.agent.takeJobs()).toEqual([])
  })

  it.each(['failed', 'cancelled'])(
    'shows lines whose job is %s until they are printed again',
    async (outcome) => {
      await openKitchen()
      const orderId = await newOrder()
      await fire(orderId)
      const jobs = await desk.agent.takeJobs()
      const end = (id = '', state: string) =>
        desk.agent.post(`/agents/jobs/${id}`, { state, detail: null })
      for (const { id, printerName } of jobs) {
        await end(id, printerName === 'taproom' ? outcome : 'printed')
      }
      const { ids, failed: lost } = await complete(orderId)
      expect(lost).toEqual([ids[2]])
      const moved = await desk.admin.post(`/orders/${orderId}/split`, { dishIds: lost })
      expect(await complete(moved.body.id)).toMatchObject({ failed: lost })
      expect(await complete(orderId)).toMatchObject({ failed: [] })
      // The jobs stay with the first order, two orders away
      const neighbours = await newOrder()
      const merge = (into: string, other: string) =>
        desk.admin.post(`/orders/${into}/merge`, { orderId: other })
      await merge(neighbours, moved.body.id)
      expect(await complete(neighbours)).toMatchObject({ failed: lost })
      await merge(orderId, neighbours)
      expect(await complete(orderId)).toMatchObject({ failed: lost })
      await fire(orderId, { dishIds: lost })
      for (const { id } of await desk.agent.takeJobs()) await end(id, 'printed')
      expect((await complete(orderId)).failed).toEqual([])
    },
  )

  it.each([
    '0 failed!, reprint 0, 1 failed!, reprint 0, 2 printed',
    '0 failed!, reprint 0, 1 printed, reprint 0, 2 failed',
    '0 failed!, reprint 0, reprint 0, 2 cancelled, 1 failed!',
    '0 failed!, reprint 0, 1 failed!, reprint 1, reprint 0, 3 failed, 2 printed',
    'reprint 0, 1 failed, 0 failed!',
  ])('shows lines as failed (!) while no print is done or waits: %s', async (steps) => {
    await desk.createPrinter({ printerName: 'oven', templateName: null })
    const orderId = await newOrder()
    await fire(orderId)
    const prints = (await desk.agent.takeJobs()).map(({ id }) => id)
    for (const step of steps.split(', ')) {
      const [, number = '', state] = /^(?:reprint )?(\d) ?(\w*)!?$/.exec(step) ?? []
      const id = prints[Number(number)] ?? ''
      const { status, body } = state
        ? await desk.agent.post(`/agents/jobs/${id}`, { state, detail: null })
        : await desk.admin.post(`/printers/jobs/${id}/reprint`)
      expect(status, step).toBe(state ? 204 : 201)
      if (!state) prints.push(body.id)
      const { ids, failed: lost } = await complete(orderId)
      expect(lost, step).toEqual(step.endsWith('!') ? ids : [])
    }
  })

  it('queues recorded jobs with the next call when the queue refused them', async () => {
    await openKitchen()
    const orderId = await newOrder()
    await deletePrintQueue(desk.agent.id)
    expect(await fire(orderId)).toMatchObject(failed)
    const { ids, lines } = await complete(orderId)
    expect(lines.map((line) => line.status)).toEqual(['sent', 'sent', 'sent'])
    await createPrintQueue(desk.agent.id)
    const { status, body } = await fire(orderId)
    expect(status).toBe(200)
    expect(body.sent.toSorted()).toEqual(ids.toSorted())
    expect(await desk.agent.takeJobs()).toHaveLength(2)
    expect(await fire(orderId)).toMatchObject(nothingToSend)
  })

  it('refuses lines of no order, unknown orders, and users without orders_update', async () => {
    await openKitchen()
    const orderId = await newOrder()
    expect(await fire(orderId, { dishIds: [soup] })).toMatchObject({ status: 400 })
    expect(await fire(orderId, { dishIds: 'all' })).toMatchObject({ status: 400 })
    expect(await fire(orderId, { dishIds: [] })).toMatchObject(nothingToSend)
    expect(await fire(soup)).toMatchObject({
      status: 404,
      body: { message: `Order ${soup} not found` },
    })
    const path = `/orders/${orderId}/fire`
    expect(await desk.till.post(path, {})).toMatchObject({ status: 403 })
  })
})
