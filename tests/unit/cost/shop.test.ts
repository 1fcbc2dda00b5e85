import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groups } from '../../../functions/all.ts'
import { activitiesOf, busiestSecondOf } from '../../../infra/cost/activities.ts'
import counted from '../../../infra/cost/counted.json' with { type: 'json' }
import { costSheet, totalOf } from '../../../infra/cost/sheet.ts'
import { type Shop, shopOf, shops } from '../../../infra/cost/shop.ts'
import type { Usage } from '../../../infra/cost/usage.ts'

/** A shop of one day without anything, but for what is given. */
const shopWith = (figures: Partial<Shop>): Shop => ({
  ...(Object.fromEntries(
    Object.keys(shops['small shop']).map((name) => [name, 0]),
  ) as Shop),
  shops: 1,
  tunnels: 1,
  days: 1,
  ...figures,
})

/** Returns the usage of a day's activity. */
const used = (name: string, figures: Partial<Shop>): Usage => {
  const found = activitiesOf(shopWith(figures)).find((each) => each.name.includes(name))
  if (!found) throw new Error(`there is no activity ${name}`)
  return found.month
}

describe('a day', () => {
  test('of 10 cash sales has 10 requests with the counted capacity', () => {
    const usage = used('sales', { sales: 10 })
    expect(usage).toMatchObject({
      httpRequests: 10,
      cdnRequests: 10,
      cdnFunctionCalls: 10,
      invocations: 10,
      reads: 10 * counted.sale.reads,
      writes: 10 * counted.sale.writes,
    })
    expect(usage.gbSeconds).toBeCloseTo(10 * 0.03 * 0.5, 10)
    expect(usage.logGigabytes).toBeCloseTo(10 * 1e-6, 12)
  })

  test('of 10 sales, half of them over Lightning, has 5 of each kind', () => {
    const half = { sales: 10, lightning: 0.5 }
    expect(used('sales', half)).toMatchObject({ httpRequests: 5 })
    expect(used('Lightning: sales', half)).toMatchObject({ httpRequests: 5 })
    // The till's request, and 5 reads while the function waits
    expect(used('invoices', half)).toMatchObject({
      httpRequests: 5,
      socketMessages: 5,
      reads: 5 * (counted.invoice.reads + 5),
    })
    expect(used('polls until paid', half)).toMatchObject({ httpRequests: 5 })
    const frames = used('webhooks and frames', { ...half, watchers: 4 })
    expect(frames).toMatchObject({ httpRequests: 10, socketMessages: 20 })
  })

  test('of 2 tables that pay has 8 requests each: order, three dishes, four to pay', () => {
    const usage = used('tables that pay', { sales: 2, restaurant: 1 })
    const each =
      counted['table order'].writes +
      3 * counted['dish done'].writes +
      counted['table pays'].writes
    expect(usage).toMatchObject({ httpRequests: 16, writes: 2 * each })
  })

  test('of 3 sales or tables has the stream invoke for the order and the products, or six times', () => {
    const name = 'stream: changes of sales'
    expect(used(name, { sales: 3 })).toMatchObject({ invocations: 6, reads: 18 })
    expect(used(name, { sales: 3, restaurant: 1 })).toMatchObject({ invocations: 18 })
    expect(used(name, { sales: 3, shops: 2 })).toMatchObject({
      invocations: 12,
      reads: 48,
    })
    expect(used('stream: changes of logins', { tills: 2 }).invocations).toBe(16)
  })

  test('of 4 receipts has a message sent, received and deleted for each', () => {
    expect(used('printed receipts', { receipts: 4 })).toMatchObject({
      httpRequests: 12,
      queueRequests: 12,
    })
  })

  test('of 100 orders read has two lists of 50', () => {
    expect(used('lists of orders', { ordersRead: 100 })).toMatchObject({
      httpRequests: 2,
      reads: 2 * counted['list of 50 sales'].reads,
    })
  })

  test('of 5 pictures downloaded has 5 reads of the bucket', () => {
    const usage = used('pictures downloaded', { pictureDownloads: 5 })
    expect(usage).toMatchObject({ httpRequests: 5, pictureGets: 5 })
    expect(usage.cdnGigabytes).toBeCloseTo(5 * (300 + 3) * 1e-6, 10)
  })

  test('of an agent has 2,160 heartbeats, 144 reports, 4,320 polls, a tunnel of 1,440 minutes', () => {
    const agent = { agents: 1 }
    expect(used('heartbeats', agent)).toMatchObject({
      socketMessages: 2_160,
      writes: 2_160 * counted['tunnel heartbeat'].writes,
    })
    expect(used('reports every 600 s', agent)).toMatchObject({ httpRequests: 144 })
    expect(used('polls of the queue', agent)).toEqual({ queueRequests: 4_320 })
    const tunnel = used('tunnel, minutes', agent)
    expect(tunnel.socketMinutes).toBe(1_440)
    // 14.4 renewals with two messages each
    expect(tunnel.socketMessages).toBeCloseTo(28.8, 8)
  })

  test('of an agent without a node has 2,160 requests, and neither frames nor a tunnel', () => {
    const agent = { agents: 1, tunnels: 0 }
    const name = 'agents without a tunnel'
    expect(used(name, agent)).toMatchObject({ httpRequests: 2_160 })
    expect(used('heartbeats every', agent)).toMatchObject({ socketMessages: 0 })
    expect(used('tunnel, minutes', agent)).toMatchObject({ socketMinutes: 0 })
    expect(used(name, { agents: 1 })).toMatchObject({ httpRequests: 0 })
  })

  test('of 10 hours with 2 tills has a token refresh a minute at each, at most', () => {
    const tills = { tills: 2, hours: 10 }
    expect(used('token refreshes', { ...tills, sales: 10 })).toMatchObject({
      httpRequests: 20,
    })
    expect(used('token refreshes', { ...tills, sales: 10_000 })).toMatchObject({
      httpRequests: 1_200,
    })
  })

  test('of 2 hours with 3 watchers has 72 heartbeat frames and 3 new sockets', () => {
    const usage = used('sockets of watchers', { watchers: 3, hours: 2 })
    expect(usage.socketMinutes).toBe(360)
    expect(usage.socketMessages).toBeCloseTo(72 + 9, 8)
    expect(usage.writes).toBeCloseTo(
      3 * (counted['watcher opens'].writes + counted['watcher closes'].writes),
      8,
    )
  })

  test('of 10 sales tells each of 3 pages of the order and of the stock', () => {
    const usage = used('frames of sales', { sales: 10, pages: 3 })
    expect(usage).toMatchObject({ socketMessages: 60, writes: 60 })
    expect(used('frames of sales', { sales: 10 })).toEqual({})
    expect(used('pages: opened', { pages: 3 })).toMatchObject({ httpRequests: 3 * 4 * 6 })
  })

  test('of an hour of keeping warm calls each function 12 times, and one without none', () => {
    const { invocations = 0, scheduledCalls } = used('keep-warm', { warmHours: 1 })
    expect(scheduledCalls).toBe(12)
    expect(invocations).toBe(
      12 * (1 + groups.filter(({ keptWarm }) => keptWarm).length + 1),
    )
    expect(used('keep-warm', {})).toMatchObject({ invocations: 0 })
  })

  test('has the schedule of watchers 288 times', () => {
    expect(used('schedule of watchers', {}).reads).toBe(
      288 * counted['heartbeat of watchers'].reads,
    )
    for (const name of ['visits of watchers', 'visits of payouts'])
      expect(used(name, {})).toMatchObject({ scheduledCalls: 288 })
  })

  test('keeps 3.6 KB a sale for as many months as the shop has traded', () => {
    const usage = used('what is kept', { sales: 100, days: 10, months: 5, pictures: 10 })
    expect(usage.tableGigabytes).toBeCloseTo(0.02 + 0.018, 10)
    expect(usage.backupGigabytes).toBe(usage.tableGigabytes)
    expect(usage.pictureGigabytes).toBeCloseTo(0.003, 10)
  })

  test('has one secret, fifteen alarms, and metrics and one dashboard within what is free', () => {
    expect(used('alarms, dashboard', {})).toMatchObject({
      secrets: 1,
      alarms: 15,
      customMetrics: 9,
      dashboards: 1,
    })
  })
})

describe('many shops of a deployment', () => {
  test('use what each uses and find the shop, and share functions, schedules, secrets and alarms', () => {
    const figures = { sales: 10, agents: 1, warmHours: 24 }
    for (const name of ['sales', 'heartbeats', 'records', 'kept']) {
      const each = used(name, figures)
      const all = used(name, { ...figures, shops: 7 })
      const { reads = 0, httpRequests = 0 } = each
      const expected = {
        ...each,
        ...('reads' in each && { reads: reads + httpRequests }),
      }
      for (const [meter, amount] of Object.entries(expected))
        expect(all[meter as keyof Usage]).toBeCloseTo(7 * amount, 8)
    }
    for (const name of ['keep-warm', 'cold starts', 'secrets, read', 'alarms'])
      expect(used(name, { ...figures, shops: 7 })).toEqual(used(name, figures))
  })

  test('are visited by a schedule 32 at a time, longer while a shift is open', () => {
    const seconds = (figures: Partial<Shop>) =>
      used('visits of payouts', figures).gbSeconds ?? 0
    expect(seconds({ shops: 32 })).toBe(seconds({ shops: 1 }))
    expect(seconds({ shops: 320 })).toBeCloseTo(10 * seconds({ shops: 1 }), 8)
    const closed = seconds({ tills: 0 })
    expect(seconds({ tills: 1, hours: 24 })).toBeCloseTo((230 / 30) * closed, 8)
  })

  test('have a fifth of their sales in the busiest hour, and heartbeats all day', () => {
    const second = busiestSecondOf(shopWith({ shops: 36, sales: 100, hours: 8 }))
    // Each with two single records read
    expect(second.httpRequests).toBeCloseTo((36 * 100 * 3 * 0.2) / 3_600, 8)
    const ofTills = (shops: number) =>
      used('cold starts', { shops, tills: 3, hours: 12, sales: 300 }).invocations ?? 0
    // Nine instances of one shop; a thousand shops take turns
    expect(ofTills(1) - ofTills(0)).toBe(9 * 6)
    expect(ofTills(1_000)).toBeLessThan(10 * ofTills(0))
    const agents = busiestSecondOf(shopWith({ shops: 400, agents: 1, hours: 8 }))
    const renewals = (400 * 2) / (100 * 60)
    expect(agents.socketMessages).toBeCloseTo(400 / 40 + renewals, 8)
  })
})

describe('the goals', () => {
  test('a small shop pays less than 2.00 US dollars a month, an idle one less than 1.40', () => {
    expect(totalOf(costSheet(shops['small shop'])).usd).toBeLessThan(2)
    expect(totalOf(costSheet(shops['idle shop'])).usd).toBeLessThan(1.4)
  })
})

describe('any shop', () => {
  const upTo = (max: number) => fc.nat({ max })
  const anyShop: fc.Arbitrary<Shop> = fc.record({
    shops: fc.integer({ min: 1, max: 1_000 }),
    sales: upTo(50_000),
    lightning: fc.double({ min: 0, max: 1, noNaN: true }),
    restaurant: fc.constantFrom(0, 1),
    tills: upTo(100),
    hours: upTo(24),
    warmHours: upTo(24),
    hostedZones: upTo(3),
    watchers: upTo(1_000),
    pages: upTo(1_000),
    directNode: fc.constantFrom(0, 1),
    agents: upTo(20),
    tunnels: fc.double({ min: 0, max: 1, noNaN: true }),
    receipts: upTo(100_000),
    ordersRead: upTo(1_000_000),
    pictures: upTo(10_000),
    pictureDownloads: upTo(100_000),
    days: fc.integer({ min: 1, max: 31 }),
    months: upTo(120),
  })

  test('pays nothing negative, and never more than the list price', () => {
    fc.assert(
      fc.property(anyShop, (shop) => {
        for (const { amount, usd, listUsd } of costSheet(shop)) {
          expect(amount).toBeGreaterThan(0)
          expect(usd).toBeGreaterThanOrEqual(0)
          expect(usd).toBeLessThanOrEqual(listUsd)
        }
      }),
    )
  })

  test('pays more for more sales', () => {
    fc.assert(
      fc.property(anyShop, fc.integer({ min: 1, max: 10_000 }), (shop, more) => {
        const before = totalOf(costSheet(shop))
        const after = totalOf(costSheet({ ...shop, sales: shop.sales + more }))
        expect(after.listUsd).toBeGreaterThan(before.listUsd)
        expect(after.usd).toBeGreaterThan(before.usd)
      }),
    )
  })
})

describe('a shop described by options', () => {
  test('is the small shop but for the figures given', () => {
    expect(shopOf({ sales: '500', tills: '4' })).toEqual({
      ...shops['small shop'],
      sales: 500,
      tills: 4,
    })
  })

  test.each([
    ['sales', 'many'],
    ['sales', '-1'],
    ['tills', ''],
    ['cats', '3'],
    ['toString', '3'],
    ['lightning', '20'],
    ['hours', '25'],
  ])('is refused with --%s %s', (name, value) => {
    expect(() => shopOf({ [name]: value })).toThrow(`--${name}: `)
  })
})
