import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adoptShop } from '../../../infra/operate/restored/shop.ts'
import {
  tillDayKey,
  tillKey,
  tillSeenKey,
} from '../../../shared/people/tills/till-records.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { deleteIfPresent } from '../../../shared/platform/dynamodb/write.ts'
import { tender } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { staffOf } from '../../support/staff.ts'
import { openTill, usd } from '../../support/till.ts'

let shop: Shop
let till: Awaited<ReturnType<typeof openTill>>
let coffee: string
beforeAll(async () => {
  shop = await openShop({ options: { TILLS: 'true' } })
  till = await openTill(shop)
  coffee = await till.createProduct(1_000)
})
afterAll(() => shop.close())

async function register(name: string) {
  const device = await shop.admin()
  const { id, series } = (await device.post('/tills', { name })).body
  const sell = (number?: number, key = randomUUID()) =>
    device.post(
      '/store/orders/checkout',
      { ...till.cart(coffee), saleId: key, number },
      { 'idempotency-key': key },
    )
  const own = async () => (await device.get('/tills/me')).body
  const handIn = (...sales: { saleId: string; number: number }[]) =>
    device.post('/sync/sales', {
      sentAt: new Date().toISOString(),
      sales: sales.map((sale) => ({
        soldAt: new Date().toISOString(),
        userId: shop.ownerId,
        currencyId: usd,
        items: [{ productId: coffee, name: 'Coffee', quantity: 1, priceAtOrder: 250 }],
        tenders: [tender('Cash', 250)],
        amount: 2.5,
        pricesIncludeTax: true,
        taxes: [],
        ...sale,
      })),
    })
  return { id, series, device, sell, own, handIn }
}

const restore = () => adoptShop(Date.now(), new Map(), false)
const refused = { status: 409, body: { code: 'hand_in_first' } }

describe('after a restore', () => {
  it('a till has another epoch, and sells again once it has handed in', async () => {
    const { sell, own, handIn, device } = await register('Bar')
    const saleId = randomUUID()
    expect((await sell(1, saleId)).status).toBe(201)
    const before = await own()
    expect(before).toMatchObject({ epoch: '0', lastNumber: 1 })
    await restore()
    const { epoch } = await own()
    expect(epoch).not.toBe(before.epoch)
    const key = randomUUID()
    expect(await sell(3, key)).toMatchObject(refused)
    const waiting = { waitingSales: 2, oldestWaitingAt: new Date().toISOString() }
    await device.put('/tills/me/status', waiting)
    expect(await sell(3, key)).toMatchObject(refused)
    const { body } = await handIn(
      { saleId, number: 1 },
      { saleId: randomUUID(), number: 2 },
    )
    expect(body.results).toMatchObject([
      { status: 'already', receiptNumber: 'A-1' },
      { status: 'sold', receiptNumber: 'A-2' },
    ])
    expect(await sell(3, key)).toMatchObject(refused)
    await device.put('/tills/me/status', { waitingSales: 0 })
    expect(await sell(3, key)).toMatchObject({
      status: 201,
      body: { receiptNumber: 'A-3' },
    })
    expect(await own()).toMatchObject({ epoch, lastNumber: 3, missing: [] })
  })

  it("new series and the shop's own numbers begin further on, which X and Z say", async () => {
    const before = await till.checkout(till.cart(coffee))
    const { number } = (await till.getOrder(before.body.orderId)).body
    await restore()
    // The second restore after the series A
    expect((await register('After')).series).toBe('BB')
    const after = await till.checkout(till.cart(coffee))
    const order = await till.getOrder(after.body.orderId)
    expect(order.body.number).toBe(number + 1_001)
    // A drawer that is counted is no sale, and a close keeps the till from selling
    const { device, sell, id } = await register('Late')
    await restore()
    const count = await till.admin.post(`/tills/${id}/counts`, { amount: 0 })
    expect(count.status).toBe(201)
    expect(await sell(1)).toMatchObject(refused)
    expect(await sell()).toMatchObject(refused)
    await device.put('/tills/me/status', { waitingSales: 0 })
    expect(await sell(1)).toMatchObject({ status: 201 })
  })

  it('a till that is unknown is made anew by an administrator alone, and hands in', async () => {
    const { id, series, sell, device, own, handIn } = await register('Lost')
    await sell(1)
    await transact(
      [tillKey(id), tillDayKey(id), tillSeenKey(id)].map((key) => deleteIfPresent(key)),
    )
    expect((await device.get('/tills/me')).status).toBe(404)
    const path = `/tills/${id}/token`
    const known = { series, lastNumber: 2 }
    const staff = await staffOf(shop)
    const { credentials } = await staff.createUser(
      await staff.createRoleWith('tills_create'),
    )
    const clerk = await shop.login(credentials)
    expect((await clerk.post(path, known)).status).toBe(403)
    const before = [
      { series },
      { lastNumber: 2 },
      { series: 'I', lastNumber: 2 },
      // More than any device comes to, after which nothing could be sold
      { series, lastNumber: 100_001 },
      { series: 'ZZZ', lastNumber: 2 },
      { series: 'AAAA', lastNumber: 2 },
    ]
    for (const wrong of before) expect((await device.post(path, wrong)).status).toBe(400)
    expect((await device.post(path)).status).toBe(404)
    const other = await register('Other')
    const taken = { series: other.series, lastNumber: 2 }
    expect((await device.post(path, taken)).status).toBe(409)
    expect(await device.post(path, known)).toMatchObject({
      status: 200,
      body: { id, series },
    })
    expect(await own()).toMatchObject({ lastNumber: 2, missing: [{ from: 1, to: 2 }] })
    expect((await sell(3)).body.receiptNumber).toBe(`${series}-3`)
    const { body } = await handIn({ saleId: randomUUID(), number: 2 })
    expect(body.results).toMatchObject([{ status: 'sold', receiptNumber: `${series}-2` }])
    expect((await own()).missing).toEqual([{ from: 1, to: 1 }])
    // Nothing is made twice
    await device.post(path, known)
    expect(await own()).toMatchObject({ lastNumber: 3 })
  })
})
