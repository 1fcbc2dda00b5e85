import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inShop } from '../../../shared/current-shop.ts'
import { raiseAlert } from '../../../shared/events/alerts/alerts.ts'
import type { CommittedChange } from '../../../shared/events/changes/committed-change.ts'
import { tellWebhooks } from '../../../shared/events/webhooks/tell-webhooks.ts'
import { webhookEvents } from '../../../shared/events/webhooks/webhook.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { insert } from '../../../shared/platform/dynamodb/write.ts'
import type { StoreOrderRecord } from '../../../shared/selling/checkout/store-orders.ts'
import { listedAt, orderKey } from '../../../shared/selling/sales/orders.ts'
import { openBills } from '../../support/bills.ts'
import { eventually } from '../../support/eventually.ts'
import { openReceiver, type Receiver } from '../../support/receiver.ts'
import { refundsOf } from '../../support/refunds.ts'
import { receivePayment } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill, type Till } from '../../support/till.ts'
import { createOption, createVariant } from '../../support/variants.ts'

let shop: Shop
let till: Till
let receiver: Receiver
beforeAll(async () => {
  shop = await openShop({ stream: true })
  till = await openTill(shop)
  receiver = await openReceiver()
  const { status } = await till.admin.post('/webhooks', {
    url: receiver.url,
    events: webhookEvents,
  })
  expect(status).toBe(201)
})
afterAll(async () => {
  await shop.close()
  await receiver.close()
})

type Told = { readonly id: string; readonly type: string; readonly data: never }

const told = (): Told[] =>
  receiver.received.map(({ id, body }) => ({ id, ...JSON.parse(body) }))

const about = (field: string, value: unknown) =>
  told().filter(({ data }) => (data as Record<string, unknown>)[field] === value)

/** Events of one thing, once there are as many. */
async function eventsOf(field: string, value: unknown, count = 1) {
  await eventually(() => {
    const distinct = new Set(about(field, value).map(({ id }) => id))
    expect(distinct.size).toBeGreaterThanOrEqual(count)
  })
  return about(field, value)
}

const typesOf = (events: readonly Told[]) => events.map(({ type }) => type).sort()

/** Whatever was committed before was told once this is. */
async function untilTold(): Promise<void> {
  const id = await till.createProduct(1, 'Last')
  await eventsOf('id', id)
}

describe('the store', () => {
  it('sends a sale, its refund and the stock as the API shows them', async () => {
    const product = await till.createProduct(5)
    await till.admin.put(`/products/${product}`, {
      ...(await till.admin.get(`/products/${product}`)).body,
      minStockThreshold: 5,
    })
    await eventsOf('id', product, 2)
    const { sell, refund } = refundsOf(shop, till)
    const orderId = await sell(till.cart(product))
    const [sold] = await eventsOf('id', orderId)
    expect(sold).toMatchObject({ type: 'sale.completed' })
    expect(sold?.data).toEqual((await till.getOrder(orderId)).body)
    const ofProduct = await eventsOf('id', product, 4)
    expect(typesOf(ofProduct)).toEqual([
      'product.changed',
      'product.changed',
      'product.changed',
      'stock.low',
    ])
    const { body: shown } = await till.admin.get(`/products/${product}`)
    const low = ofProduct.find(({ type }) => type === 'stock.low')
    expect(low?.data).toEqual(shown)
    expect(await refund(orderId, { reason: 'cold' })).toMatchObject({ status: 200 })
    const events = await eventsOf('id', orderId, 2)
    expect(typesOf(events)).toEqual(['sale.completed', 'sale.refunded'])
    const refunded = events.find(({ type }) => type === 'sale.refunded')
    expect(refunded?.data).toEqual((await till.getOrder(orderId)).body)
  })

  it('finds the stock low as its alert does: units of inactive variants do not count', async () => {
    const product = await till.createProduct(9)
    const { values } = await createOption(till.admin, product, 'Size', 'S')
    const sold = await createVariant(till.admin, product, {
      quantity: 6,
      optionValueIds: [values.S],
    })
    const path = `/products/${product}`
    const change = async (variantId: string | undefined, fields: object) => {
      const { body } = await till.admin.get(path)
      const stored = variantId
        ? body.variants.find(({ id }: { id: string }) => id === variantId)
        : body
      const at = variantId ? `${path}/variants/${variantId}` : path
      const { status } = await till.admin.put(at, { ...stored, ...fields })
      expect(status).toBe(200)
    }
    await change(product, { isActive: false })
    await change(undefined, { minStockThreshold: 5 })
    const isLow = async () => {
      const events = about('id', product)
      const alerts = (await till.admin.get('/alerts')).body as { details: object }[]
      return {
        webhook: events.some(({ type }) => type === 'stock.low'),
        alert: alerts.flatMap(({ details }) => ('quantity' in details ? details : [])),
      }
    }
    await untilTold()
    expect(await isLow()).toEqual({ webhook: false, alert: [] })
    await change(sold, { quantity: 4 })
    const low = { productId: product, quantity: 4, minimum: 5 }
    await eventually(async () =>
      expect(await isLow()).toEqual({
        webhook: true,
        alert: [expect.objectContaining(low)],
      }),
    )
  })

  it('tells nothing of a sale that was refused, nor of what no client sees', async () => {
    const product = await till.createProduct(1)
    await eventsOf('id', product)
    const before = about('id', product).length
    expect(await till.checkout(till.cart(product, 2))).toMatchObject({ status: 400 })
    await untilTold()
    expect(about('id', product)).toHaveLength(before)
    const sales = told().filter(({ type }) => type === 'sale.completed')
    const orders = (await till.listOrders()) as { id: string }[]
    expect(sales.map(({ data }) => (data as { id: string }).id).sort()).toEqual(
      orders.map(({ id }) => id).sort(),
    )
  })

  it('sends an open order that is cancelled', async () => {
    const id = randomUUID()
    const order: StoreOrderRecord = {
      ...orderKey(id),
      id,
      kind: 'store',
      userId: shop.ownerId,
      userName: 'Ana',
      tableId: null,
      status: 'open',
      settled: false,
      totalCents: 0,
      createdAt: '2020-05-01T10:00:00Z',
      listedAt: listedAt(Date.parse('2020-05-01T10:00:00Z'), id),
      payments: [],
      items: [],
    }
    await transact([insert(order)])
    expect(await till.admin.del(`/store/orders/${id}`)).toMatchObject({ status: 200 })
    const events = await eventsOf('id', id)
    expect(typesOf(events)).toEqual(['order.cancelled'])
    expect(events[0]?.data).toEqual((await till.getOrder(id)).body)
  })

  it('sends a deleted product', async () => {
    const product = await till.createProduct(1)
    await till.admin.del(`/products/${product}`)
    const events = await eventsOf('id', product, 2)
    expect(events.map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ id: product, name: 'Coffee', isDeleted: true }),
    )
  })

  it('tells once of a payment that was received', async () => {
    const paymentHash = await receivePayment(1_000)
    const [event] = await eventsOf('paymentHash', paymentHash)
    expect(event).toMatchObject({ type: 'payment.received', data: { amountSat: 1_000 } })
  })

  it('sends the Z report when a shift is closed', async () => {
    const { id } = await till.admin.pos.shifts.create({
      body: {
        userId: shop.ownerId,
        shiftDate: '2026-05-01',
        startTime: '08:00',
        notes: '',
      },
    })
    expect(await till.admin.post(`/shifts/${id}/close`)).toMatchObject({ status: 200 })
    const [event] = await eventsOf('shiftId', id)
    expect(event).toMatchObject({ type: 'shift.closed' })
    expect(event?.data).toEqual((await till.admin.get(`/shifts/${id}/z-report`)).body)
  })
})

it('sends an alert', async () => {
  const details = { agentName: 'the bar' }
  const alert = { kind: 'agent_offline', subject: 'bar', details } as const
  await inShop(shop.served, () => raiseAlert(alert, Date.now()))
  const [event] = await eventsOf('kind', 'agent_offline')
  expect(event).toMatchObject({ type: 'alert.raised', data: { details } })
})

describe('the restaurant', () => {
  it('sends bills that are settled or deleted, and not those that are merged', async () => {
    const bills = await openBills(shop)
    const [settled, deleted, kept, merged] = await Promise.all(
      [1, 2, 3, 4].map(() => bills.createBill([1_000])),
    )
    expect(await bills.settle(settled ?? '', 1_000)).toMatchObject({ status: 200 })
    expect(await bills.merge(kept ?? '', merged ?? '')).toMatchObject({ status: 200 })
    expect(await till.admin.del(`/orders/${deleted}`)).toMatchObject({ status: 204 })
    const [event] = await eventsOf('id', settled)
    expect(event).toMatchObject({ type: 'order.settled' })
    expect(event?.data).toEqual((await till.admin.get(`/orders/${settled}`)).body)
    expect(typesOf(await eventsOf('id', deleted))).toEqual(['order.cancelled'])
    await untilTold()
    expect([...about('id', kept), ...about('id', merged)]).toEqual([])
  })
})

it('a change that the stream delivers again is told once', async () => {
  const product = await till.createProduct(3)
  const { body } = await till.admin.get(`/products/${product}`)
  const record = { pk: 'PRODUCT', sk: product, ...body, version: 1 }
  const change: CommittedChange = {
    id: `change of ${product}`,
    atMs: Date.now(),
    key: { pk: 'PRODUCT', sk: product },
    before: record,
    after: { ...record, name: 'Tea' },
  }
  const again = () => inShop(shop.served, () => tellWebhooks([change]))
  await Promise.all([again(), again()])
  await again()
  // It may be on its way together with what comes later
  await eventsOf('name', 'Tea')
  await untilTold()
  expect(about('name', 'Tea')).toHaveLength(1)
})
