import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handler as serveStream } from '../../../functions/stream/handler.ts'
import { clearAlertOf, raiseAlert } from '../../../shared/events/alerts/alerts.ts'
import type { EventFrame } from '../../../shared/events/event-frames/event-frame.ts'
import { liveEvents } from '../../../shared/events/event-frames/send-events.ts'
import { eventPartition } from '../../../shared/lightning/payments-feed/event-log.ts'
import { readFrames } from '../../../shared/lightning/payments-feed/payment-events.ts'
import { type Topic, topics } from '../../../shared/lightning/payments-feed/topics.ts'
import { permissions } from '../../../shared/people/staff/permissions.ts'
import { openRestaurant, type Restaurant } from '../../support/dishes.ts'
import { openBeside, openShop, type Shop } from '../../support/shop.ts'
import { type Staff, staffOf } from '../../support/staff.ts'
import { closeWatcher } from '../../support/watchers.ts'

let shop: Shop
let restaurant: Restaurant
let staff: Staff
beforeAll(async () => {
  shop = await openShop({ stream: true })
  restaurant = await openRestaurant(shop)
  staff = await staffOf(shop)
})
afterAll(() => shop.close())

/** A socket of /ws/events once its first frame is there. */
async function listen(client = restaurant.admin, query = '', of = shop) {
  const socket = await of.watch(client, `/ws/events${query}`)
  await socket.until(({ type }) => type === 'connected')
  return socket
}

const clientWith = async (...names: string[]) => {
  const role = await staff.createRoleWith(...names)
  const { id, credentials } = await staff.createUser(role)
  return { client: await shop.login(credentials), role, id }
}

const createProduct = async (name: string = randomUUID(), of: Shop = shop) => {
  const { pos } = await of.admin()
  const body = { name, priceCents: 250, costCents: 90, quantity: 7 }
  return (await pos.products.create({ body })).id
}

const idsOf = (frames: readonly { type: string; id?: string }[], type: string) =>
  frames.filter((frame) => frame.type === type).map(({ id }) => id)

describe('a socket of /ws/events', () => {
  it('is told when another client sends dishes to the kitchen', async () => {
    const { until, frames } = await listen()
    const tableId = await restaurant.createTable()
    const orderId = await restaurant.createOrder({ tableId })
    const dishId = await restaurant.createDish('Soup')
    await restaurant.addDishes(orderId, [{ dishId, priceAtOrder: 4.5, notes: 'no nuts' }])
    expect(
      await until(
        (frame) =>
          frame.type === 'order.changed' && 'total' in frame && frame.total === 4.5,
      ),
    ).toMatchObject({ id: orderId, kind: 'restaurant', status: 'open', tableId })
    expect(idsOf(frames, 'line.changed')).toEqual([])

    const { dishes } = await restaurant.readCompleteOrder(orderId)
    const [line] = dishes as { id: string }[]
    const id = line?.id ?? ''
    await (await shop.admin()).put(`/orders/${orderId}/dishes/${id}`, { status: 'sent' })
    const frame = await until(({ type }) => type === 'line.changed')
    expect(frame).toEqual({
      type: 'line.changed',
      id,
      at: expect.any(Number),
      eventId: expect.any(String),
      orderId,
      tableId,
      tableName: 'T1',
      roomName: expect.any(String),
      userName: 'Ana',
      dishId,
      name: 'Soup',
      categoryId: expect.any(String),
      modifiers: [],
      notes: 'no nuts',
      status: 'sent',
      firedAt: expect.any(String),
    })
  })

  it('gets stock and prices, never costs, and what is gone', async () => {
    const { until, frames } = await listen()
    const id = await createProduct('Green tea')
    const created = await until((frame) => 'name' in frame && frame.name === 'Green tea')
    expect(created).toEqual({
      type: 'product.changed',
      id,
      at: expect.any(Number),
      eventId: expect.any(String),
      name: 'Green tea',
      isAvailable: true,
      variants: [{ id, priceCents: 250, quantity: 7 }],
    })
    await restaurant.admin.del(`/products/${id}`)
    await until((frame) => 'deleted' in frame && 'id' in frame && frame.id === id)
    expect(JSON.stringify(frames)).not.toMatch(/cost|hash|pin/i)
  })

  it('of some topics gets these alone; one of an unknown topic is refused', async () => {
    const { until, frames } = await listen(undefined, '?topics=table,order')
    await createProduct()
    await restaurant.createTable()
    await until(({ type }) => type === 'table.changed')
    expect(idsOf(frames, 'product.changed')).toEqual([])
    await expect(listen(undefined, '?topics=secrets')).rejects.toThrow('refused: 400')
    await expect(listen(shop.anonymous())).rejects.toThrow('refused: 401')
  })

  it('gets no payments, and one of /ws/payments no events', async () => {
    const events = await listen()
    const payments = await shop.watch(restaurant.admin)
    await payments.until(({ type }) => type === 'connected')
    const id = await createProduct()
    await events.until((frame) => 'id' in frame && frame.id === id)
    expect(payments.frames).toEqual([{ type: 'connected' }])
  })
})

describe('stock', () => {
  it('is told at once, and then every 5 s at most: all units that changed, as they are then', async () => {
    const [tea, coffee] = [await createProduct(), await createProduct()]
    const { until, frames } = await listen(undefined, '?topics=stock')
    const take = (productId: string) =>
      restaurant.admin.post('/products/stock', [{ productId, quantity: -1 }])
    const untilUnits = (wanted: Record<string, number>) =>
      until(
        (frame) =>
          'units' in frame &&
          Object.entries(wanted).every(
            ([id, units]) => (frame.units as Record<string, number>)[id] === units,
          ),
      )
    await take(tea)
    await untilUnits({ [tea]: 6 })
    await take(tea)
    await take(tea)
    await take(coffee)
    await untilUnits({ [tea]: 4, [coffee]: 6 })
    const times = frames.flatMap((frame) =>
      frame.type === 'stock.changed' && 'at' in frame ? Number(frame.at) : [],
    )
    times.forEach((at, index) => {
      if (index > 0) expect(at - Number(times[index - 1])).toBeGreaterThanOrEqual(5_000)
    })
  })
})

const includes = (names: readonly string[], name: string) => names.includes(name)

describe('what a socket may read', () => {
  const everything = permissions.map(({ name }) => name)
  const make: Readonly<Record<Exclude<Topic, 'alert'>, () => Promise<unknown>>> = {
    order: () => restaurant.createOrder(),
    line: async () => {
      const orderId = await restaurant.createOrder()
      const dishId = await restaurant.createDish()
      await restaurant.addDishes(orderId, [{ dishId, priceAtOrder: 4.5 }])
      const { dishes } = await restaurant.readCompleteOrder(orderId)
      const [line] = dishes as { id: string }[]
      await restaurant.admin.put(`/orders/${orderId}/dishes/${line?.id}`, {
        status: 'sent',
      })
    },
    table: () => restaurant.createTable(),
    product: () => createProduct(),
    printer: () =>
      restaurant.admin.post('/printers/configs', {
        printerType: 'KITCHEN',
        printerName: randomUUID(),
      }),
    catalogue: async () => {
      // Nobody gets news before the first request
      await restaurant.admin.get('/till-data/now')
      await createProduct()
    },
    stock: () => createProduct(),
  }

  it.each(Object.keys(make) as (keyof typeof make)[])(
    'of the topic %s is nothing without its permission',
    async (topic) => {
      const needed = topics[topic]
      const [may, mayNot, admin] = [
        await listen((await clientWith(...needed)).client),
        await listen(
          (await clientWith(...everything.filter((name) => !includes(needed, name))))
            .client,
        ),
        await listen(),
      ]
      await make[topic]()
      await may.until(({ type }) => type === `${topic}.changed`)
      await admin.until(({ type }) => type === `${topic}.changed`)
      // A frame that everybody but the one may get has come after it
      const isOfProducts = includes(needed, 'products_read')
      await (isOfProducts ? make.table : make.product)()
      await mayNot.until(
        ({ type }) => type === (isOfProducts ? 'table.changed' : 'product.changed'),
      )
      expect(idsOf(mayNot.frames, `${topic}.changed`)).toEqual([])
      const readable = new Set(
        Object.entries(topics).flatMap(([name, access]) =>
          access !== 'administrator' && needed.some((each) => includes(access, each))
            ? [`${name}.changed`]
            : [],
        ),
      )
      for (const { type } of may.frames)
        expect([...readable, 'connected']).toContain(type)
    },
  )

  it('of alerts is for administrators alone', async () => {
    const [admin, other] = [
      await listen(),
      await listen((await clientWith(...everything)).client),
    ]
    const subject = randomUUID()
    const details = { agentName: 'counter' }
    await raiseAlert({ kind: 'agent_offline', subject, details }, Date.now())
    const raised = await admin.until(({ type }) => type === 'alert.raised')
    expect(raised).toMatchObject({ kind: 'agent_offline', title: expect.any(String) })
    await clearAlertOf({ kind: 'agent_offline', subject }, Date.now())
    const { id } = await admin.until(({ type }) => type === 'alert.cleared')
    expect(id).toBe(raised.id)
    const productId = await createProduct()
    await other.until((frame) => 'id' in frame && frame.id === productId)
    expect(other.frames.filter(({ type }) => type.startsWith('alert.'))).toEqual([])
  })

  it('ends with a change of the role, of its permissions, or with the session', async () => {
    const first = await clientWith('products_read')
    const second = await clientWith('products_read')
    const third = await clientWith('products_read')
    const [other, byRole, byUser, bySession] = [
      await listen(),
      await listen(first.client),
      await listen(second.client),
      await listen(third.client),
    ]
    await restaurant.admin.pos.roles.assign({
      params: { id: first.role },
      body: { permissions: ['tables_read'] },
    })
    await byRole.closed
    await restaurant.admin.put(`/users/${second.id}`, { roleId: third.role })
    await byUser.closed
    await third.client.post('/auth/logout')
    await bySession.closed
    // A token from before may still be valid: what counts is the role as it is now
    const again = await listen(first.client)
    const tableId = await restaurant.createTable()
    await again.until((frame) => 'id' in frame && frame.id === tableId)
    const productId = await createProduct()
    await other.until((frame) => 'id' in frame && frame.id === productId)
    expect(idsOf(again.frames, 'product.changed')).toEqual([])
  })
})

describe('replays', () => {
  const recorded = async () => {
    const frames: EventFrame[] = []
    const range = { sinceMs: 0, untilMs: Date.now() + 60_000 }
    for await (const { frame } of readFrames<EventFrame>(range, eventPartition))
      frames.push(frame)
    return frames
  }

  it('give a session what it missed between two sockets, and what a client asks for', async () => {
    const { client } = await clientWith('products_read')
    await closeWatcher(client, await listen(client))
    const missed = await createProduct()
    await expect
      .poll(async () => idsOf(await recorded(), 'product.changed'))
      .toContain(missed)
    const second = await listen(client)
    await second.until((frame) => 'id' in frame && frame.id === missed)

    const fresh = await listen(
      (await clientWith('tables_read', 'products_read')).client,
      '?topics=product',
    )
    fresh.socket.send(JSON.stringify({ action: 'replay', since: Date.now() - 60_000 }))
    await fresh.until((frame) => 'id' in frame && frame.id === missed)
    expect(new Set(fresh.frames.map(({ type }) => type))).toEqual(
      new Set(['connected', 'product.changed']),
    )
  })

  it('a batch that comes again is sent again under the same numbers', async () => {
    const { frames, until } = await listen()
    const key = { pk: 'TABLE', sk: 'a' }
    const after = {
      ...key,
      id: 'a',
      name: 'T9',
      status: 'available',
      spaceId: 'b',
      orderId: null,
    }
    const change = { id: randomUUID(), atMs: Date.now(), key, after }
    await liveEvents.consume([change])
    await liveEvents.consume([change])
    await until((frame) => 'name' in frame && frame.name === 'T9')
    // Once more where the replay of what the session missed reads it too
    await expect
      .poll(() => frames.filter(({ eventId }) => eventId === `${change.id}-0`).length)
      .toBeGreaterThanOrEqual(2)
  })
})

it('a shift that opens beside a change of the catalogue is told by a frame of its own', async () => {
  const { version } = (await restaurant.admin.get('/till-data/now')).body
  const { frames } = await listen()
  const id = randomUUID()
  const fields = {
    id,
    name: 'Tea',
    priceCents: 1,
    quantity: 1,
    categoryIds: [],
    SKU: null,
  }
  const records = [
    { pk: 'PRODUCT', sk: id, ...fields, version: 1 },
    { pk: 'SHOP', sk: 'OPEN-SHIFT', shiftId: id },
  ]
  const changes = records.map(({ pk, sk, ...rest }) => ({
    id: randomUUID(),
    atMs: Date.now(),
    key: { pk, sk },
    after: { pk, sk, ...rest },
  }))
  await liveEvents.consume(changes)
  const now = (await restaurant.admin.get('/till-data/now')).body.version
  expect(now).not.toBe(version)
  const told = () =>
    new Set(
      frames.flatMap((frame) =>
        'version' in frame && frame.version === now ? [frame.eventId] : [],
      ),
    )
  await expect.poll(() => told().size).toBe(2)
})

it('a batch that comes again with one more change is no frame that a page knows', async () => {
  const { frames } = await listen()
  const change = (id: string) => ({
    id: randomUUID(),
    atMs: Date.now(),
    key: { pk: 'CATEGORY', sk: id },
    after: { pk: 'CATEGORY', sk: id, id, type: 'product', name: id },
  })
  const changes = [change('first'), change('second')]
  await liveEvents.consume(changes.slice(0, 1))
  await liveEvents.consume(changes)
  const versions = async () => (await restaurant.admin.get('/till-data/now')).body.version
  const ids = (version: string) =>
    frames.flatMap((frame) =>
      'version' in frame && frame.version === version ? [frame.eventId] : [],
    )
  const last = await versions()
  await expect.poll(() => ids(last).length).toBeGreaterThan(0)
  const others = frames.flatMap((frame) =>
    'version' in frame && frame.version !== last ? [frame.eventId] : [],
  )
  expect(others).not.toContain(ids(last)[0])
})

it('a shop hears nothing of another', async () => {
  const deployment = await shopWithNeighbour()
  const { one, other } = deployment
  const [here, there] = [
    await listen(await one.admin(), '', one),
    await listen(await other.admin(), '', other),
  ]
  const ours = await createProduct('Ours', one)
  await here.until((frame) => 'id' in frame && frame.id === ours)
  const theirs = await createProduct('Theirs', other)
  await there.until((frame) => 'id' in frame && frame.id === theirs)
  // A frame may come again
  expect(new Set(idsOf(there.frames, 'product.changed'))).toEqual(new Set([theirs]))
  expect(new Set(idsOf(here.frames, 'product.changed'))).toEqual(new Set([ours]))
})

async function shopWithNeighbour() {
  await shop.close()
  shop = await openShop({ stream: true, shop: 'corner' })
  return { one: shop, other: await openBeside(shop, 'harbour') }
}

it('an empty batch is taken', async () => {
  expect(await serveStream({ Records: [] })).toEqual({ batchItemFailures: [] })
})
