import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adoptShop } from '../../../infra/operate/restored/shop.ts'
import {
  type Outbox,
  type OutboxStore,
  outboxIn,
  type Sold,
  type TakenStore,
} from '../../../pages/till/sales/outbox.ts'
import {
  canGoOffline,
  isOfflineSale,
  numberOf,
  type OfflinePending,
  type PendingSale,
} from '../../../pages/till/sales/pending-sale.ts'
import type { OwnTill } from '../../../pages/till/shop/till-numbers.ts'
import { PosError } from '../../../shared/client/pos-error.ts'
import { changeStored, tender } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill, usd } from '../../support/till.ts'
import { tornTable } from '../../support/torn-table.ts'

type Device = Awaited<ReturnType<Shop['admin']>>

let shop: Shop
let till: Awaited<ReturnType<typeof openTill>>
let coffee: string
let scarce: string
beforeAll(async () => {
  shop = await openShop({ options: { TILLS: 'true' } })
  till = await openTill(shop)
  coffee = await till.createProduct(1_000_000)
  scarce = await till.createProduct(3, 'Scarce')
})
afterAll(() => shop.close())

/** Faults of one await. */
const faults = [
  'none',
  'none',
  'none',
  'request lost',
  'answer lost',
  'answer late',
  'sent twice',
  'write fails',
  'killed before the write',
  'killed after the write',
] as const
type Fault = (typeof faults)[number]

/** Thrown where a window is killed: nothing of it runs on. */
class Killed extends Error {}

const unreachable = () => new PosError('storeOrders.checkout', { status: 0 })

/** Registers a till, with a disk that its windows share. */
async function openDevice() {
  const device = await shop.admin()
  const { id, series } = (await device.post('/tills', { name: 'Bar' })).body
  const own: OwnTill = { id, series, name: 'Bar', lastNumber: 0, free: [] }
  return { device, series, disk: new Map<string, unknown>([['till.own', own]]) }
}

/** A window of a device, whose writes and calls go wrong as `next` says. */
function openWindow(
  device: Device,
  disk: Map<string, unknown>,
  next: () => Fault,
  waitMs = 60,
) {
  const write = (values: ReadonlyMap<string, unknown>) => {
    const fault = next()
    if (fault === 'killed before the write') throw new Killed()
    if (fault === 'write fails') throw new Error('no room')
    for (const [key, value] of values) {
      // As a browser stores it
      if (value === undefined) disk.delete(key)
      else disk.set(key, structuredClone(value))
    }
    if (fault === 'killed after the write') throw new Killed()
  }
  const store: OutboxStore = {
    under: (prefix) =>
      [...disk].flatMap(([key, value]) => (key.startsWith(prefix) ? [value] : [])),
    keep: async (key, value) => {
      try {
        write(new Map([[key, value]]))
        return true
      } catch (error) {
        if (error instanceof Killed) throw error
        return false
      }
    },
    change: async (keys, change) => write(change(keys.map((key) => disk.get(key)))),
  }
  const call = async <Answer>(send: () => Promise<Answer>): Promise<Answer> => {
    const fault = next()
    if (fault === 'request lost') throw unreachable()
    const first = send()
    first.catch(() => undefined)
    if (fault === 'sent twice') await send().catch(() => undefined)
    const answer = await first
    if (fault === 'killed after the write') throw new Killed()
    if (fault === 'answer lost') throw unreachable()
    // After the customer has gone
    if (fault === 'answer late') await sleep(80)
    return answer
  }
  const takenKey = (saleId: string) => `taken/${saleId}`
  const takenOf = (tillId: string) =>
    (store.under('taken/') as OfflinePending[]).filter((sale) => sale.till.id === tillId)
  const taken: TakenStore = {
    keep: async (sale) => write(new Map([[takenKey(sale.saleId), sale]])),
    forget: async (saleId) => write(new Map([[takenKey(saleId), undefined]])),
    lastNumber: async (id) =>
      Math.max(0, ...takenOf(id).map((sale) => sale.receipt.number)),
    ofTill: async (id) => takenOf(id),
  }
  const outbox = outboxIn(store, taken, { waitMs })
  return {
    outbox,
    sendSale: (sale: PendingSale) =>
      call(async () => {
        const { saleId: idempotencyKey, request } = sale
        if (request.to !== 'checkout') throw new Error('only carts are sold here')
        const { body } = request
        return (await device.pos.storeOrders.checkout({ body, idempotencyKey })) as Sold
      }),
    /** As the page does it. */
    handIn: async () => {
      const said = await device.pos.tills.own()
      return outbox.handIn(
        (body) => call(() => device.pos.storeOrders.handIn({ body })),
        said,
      )
    },
  }
}

/** A coffee for cash, or a cup that there may be no more of. */
function coffeeSale(productId: string, clockMs = 0): PendingSale {
  const saleId = randomUUID()
  const tenders = [tender('Cash', 250, { currencyId: undefined })]
  const item = { productId, quantity: 1, priceAtOrder: 250 }
  const { ownerId: userId } = shop
  const madeMs = Date.now() + clockMs
  return {
    saleId,
    madeMs,
    request: {
      to: 'checkout',
      body: { saleId, userId, items: [item], tenders, amount: 2.5 },
    },
    totalCents: 250,
    changeCents: 0,
    receipt: {
      saleId,
      soldAt: new Date(madeMs).toISOString(),
      number: 0,
      userId,
      currencyId: usd,
      items: [{ ...item, name: 'Coffee' }],
      tenders,
      amount: 2.5,
      pricesIncludeTax: true,
      taxes: [],
    },
  }
}

const noFault = () => 'none' as const

/** Hands in all that a device has left, as its next start does. */
async function finish(device: Device, disk: Map<string, unknown>) {
  const { outbox, sendSale, handIn } = openWindow(device, disk, noFault)
  for (const sale of outbox.all()) {
    if (isOfflineSale(sale)) continue
    if (canGoOffline(sale)) await outbox.goOffline(sale.saleId)
    else {
      const sold = outbox.sell(await outbox.putNumbered(sale), sendSale)
      // The last cups are gone
      await sold.catch((error) => expect(error).toMatchObject({ status: 409 }))
    }
  }
  while ((await handIn()).isToRepeat);
  return outbox
}

const ordersOf = async (series: string) =>
  (await till.admin.get('/store/orders')).body.filter(
    (order: { series?: string }) => order.series === series,
  )

test('what a torn table of a restore has lost of two tills comes back, none of it twice', async () => {
  const { states, keep, restoreTorn } = tornTable()
  const tills = [await openDevice(), await openDevice()] as const
  const shown = new Map<string, string>()
  const sellAt = async ({ device, disk }: (typeof tills)[number], isAway: boolean) => {
    const { outbox, sendSale } = openWindow(device, disk, noFault, 60_000)
    const sale = await outbox.putNumbered(coffeeSale(coffee))
    const sold = await outbox.sell(sale, sendSale, { isAway })
    shown.set(sale.saleId, sold?.receiptNumber ?? '')
    return sold
  }
  await keep()
  for (const isAway of [false, true, false]) {
    for (const one of tills) {
      await sellAt(one, isAway)
      await keep()
    }
  }
  for (const { device, disk } of tills) {
    await openWindow(device, disk, noFault).handIn()
    await keep()
  }
  const known = new Map(shown)
  const disks = tills.map(({ disk }) => new Map(disk))
  await fc.assert(
    fc.asyncProperty(
      fc.infiniteStream(fc.nat({ max: states.length - 1 })),
      fc.array(fc.constantFrom(...faults), { maxLength: 20 }),
      async (draws, drawn) => {
        const moments = new Map<string, number>()
        const close = await restoreTorn((key) => {
          const moment = moments.get(key) ?? (draws.next().value as number)
          moments.set(key, moment)
          return moment
        })
        try {
          await adoptShop(Date.now(), new Map(), false)
          for (const [at, { device, disk }] of tills.entries()) {
            disk.clear()
            for (const [key, value] of disks[at] ?? []) disk.set(key, value)
            const { epoch } = await device.pos.tills.own()
            let done = 0
            // Each start of the page goes on where the one before was cut off
            for (let starts = 0; ; starts += 1) {
              expect(starts).toBeLessThan(50)
              const { outbox, handIn } = openWindow(
                device,
                disk,
                () => drawn[done++] ?? 'none',
              )
              const outcome = await handIn().catch(() => undefined)
              if (outcome?.isToRepeat === false && outbox.all().length === 0) break
            }
            expect(disk.get('till.own')).toMatchObject({ epoch })
            await device.pos.tills.status({ body: { waitingSales: 0 } })
            expect(
              (await sellAt(tills[at] as (typeof tills)[number], false))?.offline,
            ).toBe(undefined)
          }
          for (const [saleId, receiptNumber] of shown) {
            expect((await till.admin.get(`/store/orders/${saleId}`)).body).toMatchObject({
              receiptNumber,
              total: 250,
            })
          }
          for (const { series } of tills) {
            const numbers = (await ordersOf(series)).map(
              (order: { receiptNumber: string }) => order.receiptNumber,
            )
            expect(numbers.sort()).toEqual(
              [1, 2, 3, 4].map((number) => `${series}-${number}`),
            )
          }
        } finally {
          for (const saleId of shown.keys()) if (!known.has(saleId)) shown.delete(saleId)
          await close()
        }
      },
    ),
    { numRuns: 5 },
  )
}, 120_000)

test('every receipt is one sale with its number, whatever fails at any await', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...faults), { minLength: 40, maxLength: 120 }),
      fc.array(fc.record({ isScarce: fc.boolean(), isTogether: fc.boolean() }), {
        minLength: 4,
        maxLength: 10,
      }),
      fc.constantFrom(0, -5 * 3_600_000, 5 * 3_600_000),
      async (drawn, sales, clockMs) => {
        const { device, series, disk } = await openDevice()
        let at = 0
        const next = () => drawn[at++] ?? 'none'
        const shown: { readonly receiptNumber: string; readonly saleId: string }[] = []
        const refused: string[] = []
        const sellOne = async (isScarce: boolean) => {
          const { outbox, sendSale, handIn } = openWindow(device, disk, next)
          const sale = coffeeSale(isScarce ? scarce : coffee, clockMs)
          try {
            // As a payment that is noticed twice
            const [kept] = await Promise.all([
              outbox.putNumbered(sale),
              outbox.putNumbered(sale),
            ])
            const sold = await outbox.sell(kept, sendSale)
            const { receiptNumber = '' } = sold ?? {}
            shown.push({ receiptNumber, saleId: sale.saleId })
            await handIn()
          } catch (error) {
            if (error instanceof PosError && error.status === 409)
              refused.push(sale.saleId)
          }
        }
        let running: Promise<void>[] = []
        for (const { isScarce, isTogether } of sales) {
          running.push(sellOne(isScarce))
          // Two windows at the same time
          if (isTogether) continue
          await Promise.all(running)
          running = []
        }
        await Promise.all(running)
        // Answers that come late
        await sleep(100)
        const outbox = await finish(device, disk)
        expect(outbox.all()).toEqual([])
        const orders = await ordersOf(series)
        const numbers = orders.map(
          (order: { receiptNumber: string }) => order.receiptNumber,
        )
        expect(new Set(numbers).size).toBe(numbers.length)
        for (const { saleId, receiptNumber } of shown) {
          const { status, body } = await till.admin.get(`/store/orders/${saleId}`)
          expect(status).toBe(200)
          expect(body.total).toBe(250)
          if (!body.flags?.includes('number_differs')) {
            expect(body.receiptNumber).toBe(receiptNumber)
          }
        }
        for (const saleId of refused) {
          expect((await till.admin.get(`/store/orders/${saleId}`)).status).toBe(404)
        }
        await changeStored(scarce, { quantity: 3 })
      },
    ),
    { numRuns: 12 },
  )
})

test('windows that sell at the same time never give a number twice', async () => {
  const { device, series, disk } = await openDevice()
  const sold = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { outbox, sendSale } = openWindow(device, disk, noFault)
      return outbox.sell(await outbox.putNumbered(coffeeSale(coffee)), sendSale)
    }),
  )
  const numbers = sold.map((each) => each?.receiptNumber)
  expect(new Set(numbers)).toEqual(
    new Set(Array.from({ length: 8 }, (_, at) => `${series}-${at + 1}`)),
  )
})

test('what was sold without the cloud is handed in by rising number, in groups', async () => {
  const { device, disk } = await openDevice()
  const { outbox } = openWindow(device, disk, noFault)
  for (let made = 0; made < 30; made += 1) {
    const sale = await outbox.putNumbered(coffeeSale(coffee, -made * 60_000))
    await outbox.sell(sale, fails, { isAway: true })
  }
  const sent: number[][] = []
  const { booked, isToRepeat } = await outbox.handIn(async (body) => {
    sent.push(body.sales.map(({ number }) => number))
    return device.pos.storeOrders.handIn({ body })
  })
  expect([booked.length, isToRepeat]).toEqual([30, false])
  expect(sent.map(({ length }) => length)).toEqual([25, 5])
  expect(sent.flat()).toEqual(Array.from({ length: 30 }, (_, at) => at + 1))
  expect(outbox.all()).toEqual([])
})

test('a sale that the shop does not book stays for a person, and holds up no other', async () => {
  const { device, disk } = await openDevice()
  const { outbox, handIn } = openWindow(device, disk, noFault)
  const wrong = coffeeSale(coffee)
  const bad = { ...wrong, receipt: { ...wrong.receipt, amount: 9 } } as PendingSale
  for (const sale of [bad, coffeeSale(coffee)]) {
    await outbox.sell(await outbox.putNumbered(sale), fails, { isAway: true })
  }
  const { booked, refused } = await handIn()
  expect([booked.length, refused.length]).toEqual([1, 1])
  expect(outbox.all()).toMatchObject([
    { saleId: bad.saleId, refused: { code: 'offline_sale_invalid', field: 'tenders' } },
  ])
  expect(await handIn()).toEqual({ booked: [], refused: [], isToRepeat: false })
})

test('a sale that must wait for earlier ones is sold at once, and handed in after them', async () => {
  const { device, series, disk } = await openDevice()
  disk.set('till.own', { ...(disk.get('till.own') as object), lastNumber: 1_500 })
  const { outbox, sendSale } = openWindow(device, disk, noFault)
  const sold = await outbox.sell(await outbox.putNumbered(coffeeSale(coffee)), sendSale)
  expect(sold).toMatchObject({ receiptNumber: `${series}-1501`, offline: {} })
  await finish(device, disk)
  expect(await ordersOf(series)).toMatchObject([{ receiptNumber: `${series}-1501` }])
})

test('a receipt counts that another window has made of a refused sale meanwhile', async () => {
  const { device, disk } = await openDevice()
  const { outbox } = openWindow(device, disk, noFault)
  const sale = await outbox.putNumbered(coffeeSale(coffee))
  const refused = new PosError('storeOrders.checkout', { status: 409, errorCode: 'x' })
  const other: Outbox = openWindow(device, disk, noFault).outbox
  const sold = await outbox.sell(sale, async () => {
    await other.goOffline(sale.saleId)
    throw refused
  })
  expect(sold?.offline).toBeDefined()
  await expect(
    outbox.sell(await outbox.putNumbered(coffeeSale(coffee)), () =>
      Promise.reject(refused),
    ),
  ).rejects.toBe(refused)
  // Its number is the next sale's
  expect(numberOf(await outbox.putNumbered(coffeeSale(coffee)))).toBe(2)
})

test('sales of an earlier till are handed in for that till by administrators, and hold up no other', async () => {
  const { device, series, disk } = await openDevice()
  const { outbox, handIn } = openWindow(device, disk, noFault)
  const sellOne = async () =>
    outbox.sell(await outbox.putNumbered(coffeeSale(coffee)), fails, { isAway: true })
  await sellOne()
  const { id: endedId } = disk.get('till.own') as OwnTill
  await till.admin.del(`/tills/${endedId}`)
  const { id, series: newSeries } = (await device.post('/tills', { name: 'Bar' })).body
  disk.set('till.own', { id, series: newSeries, name: 'Bar', lastNumber: 0, free: [] })
  await sellOne()
  const denied = new PosError('storeOrders.handIn', { status: 403 })
  const byCashier = await outbox.handIn((body) =>
    body.tillId === id ? device.pos.storeOrders.handIn({ body }) : Promise.reject(denied),
  )
  expect(byCashier).toMatchObject({ isToRepeat: true, booked: [{ till: { id } }] })
  expect(byCashier.denied).toBe(denied)
  expect((await handIn()).booked).toMatchObject([{ till: { id: endedId } }])
  expect(await ordersOf(series)).toMatchObject([{ receiptNumber: `${series}-1` }])
  expect(await ordersOf(newSeries)).toMatchObject([{ receiptNumber: `${newSeries}-1` }])
})

test('a sale has one number, whoever claims it, and none once it was sent without', async () => {
  const { device, series, disk } = await openDevice()
  const { outbox, sendSale, handIn } = openWindow(device, disk, noFault)
  const sale = coffeeSale(coffee)
  const claimed = await Promise.all([outbox.putNumbered(sale), outbox.putNumbered(sale)])
  expect(claimed.map(numberOf)).toEqual([1, 1])
  await outbox.goOffline(sale.saleId)
  await handIn()

  const faults: Fault[] = ['write fails', 'none', 'answer lost']
  const torn = openWindow(device, disk, () => faults.shift() ?? 'none')
  const unnumbered = coffeeSale(coffee)
  const kept = await torn.outbox.putNumbered(unnumbered)
  await expect(torn.outbox.sell(kept, torn.sendSale)).rejects.toMatchObject({ status: 0 })
  const again = await outbox.putNumbered(outbox.find(unnumbered.saleId) ?? unnumbered)
  expect(numberOf(again)).toBeUndefined()
  expect(await outbox.sell(again, sendSale)).toMatchObject({ orderId: again.saleId })

  expect(await ordersOf(series)).toMatchObject([{ receiptNumber: `${series}-1` }])
  expect(numberOf(await outbox.putNumbered(coffeeSale(coffee)))).toBe(2)
})

const fails = () => Promise.reject(unreachable())
