import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { handler as runSchedule } from '../../../functions/refunds/handler.ts'
import {
  countMissedWebhook,
  forgetMissedWebhooks,
  keepPeer,
  nodeStateKey,
} from '../../../shared/agents/node-state.ts'
import type { Alert } from '../../../shared/events/alerts/alert.ts'
import type { AlertKind } from '../../../shared/events/alerts/alert-kinds.ts'
import { guessing } from '../../../shared/events/monitoring/pin-guessing.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { upsert } from '../../../shared/platform/dynamodb/write.ts'
import { later } from '../../support/clock.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import { openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
beforeAll(async () => {
  shop = await openShop({ node: 'direct', stream: true })
  till = await openTill(shop)
})
afterAll(() => shop.close())

/** The details of the alerts of a kind that are open. */
const open = async (kind: AlertKind) =>
  ((await till.admin.get('/alerts')).body as Alert[])
    .filter((alert) => alert.kind === kind)
    .map(({ details }) => details)

const notified = async (type: AlertKind): Promise<Record<string, unknown>[]> =>
  (await till.admin.get('/admin/notifications?limit=200')).body
    .filter((each: { type: string }) => each.type === type)
    .map(({ metadataJson }: { metadataJson: string }) => JSON.parse(metadataJson))

it('stock is low from when a sale takes it below its minimum', async () => {
  const coffee = await till.createProduct(7)
  const { body: product } = await till.admin.get(`/products/${coffee}`)
  const change = (fields: object) =>
    till.admin.put(`/products/${coffee}`, { ...product, ...fields })
  expect(await change({ minStockThreshold: 5 })).toMatchObject({ status: 200 })
  const sales = [1, 2, 3, 4].map(() => till.checkout(till.cart(coffee, 1)))
  await Promise.all(sales)
  const low = { productId: coffee, name: product.name, minimum: 5, quantity: 4 }
  await expect.poll(() => open('stock_low')).toEqual([low])
  // Sold, and delivered again
  expect(await change({ quantity: 7 })).toMatchObject({ status: 200 })
  await expect.poll(() => open('stock_low')).toEqual([])
  expect(await change({ minStockThreshold: 8 })).toMatchObject({ status: 200 })
  await expect.poll(() => open('stock_low')).toHaveLength(1)
  expect(await till.admin.del(`/products/${coffee}`)).toMatchObject({ status: 204 })
  await expect.poll(() => open('stock_low')).toEqual([])
  expect(await notified('stock_low')).toHaveLength(2)
})

it('an ingredient is low by its own minimum', async () => {
  const { body: category } = await till.admin.post('/categories', {
    name: 'kitchen',
    type: 'ingredient',
  })
  const flour = { name: 'Flour', categoryId: category.id, unit: 'kg', costPerUnit: 1 }
  const { body } = await till.admin.post('/ingredients', {
    ...flour,
    quantity: 9,
    lowStockThreshold: 4,
  })
  const count = (quantity: number) =>
    till.admin.put(`/ingredients/${body.id}`, {
      ...flour,
      quantity,
      lowStockThreshold: 4,
    })
  await count(3)
  const low = { ingredientId: body.id, name: 'Flour', minimum: 4, quantity: 3 }
  await expect.poll(() => open('stock_low')).toEqual([low])
  await count(4)
  await expect.poll(() => open('stock_low')).toEqual([])
})

it('a payment is notified once when it is received', async () => {
  const { body } = await till.admin.post('/wallet/createinvoice', {
    description: 'coffee',
    amountSat: 21,
  })
  const { paymentHash } = body
  await shop.node.pay({ paymentHash })
  const received = [{ paymentHash, amountSat: 21 }]
  await expect.poll(() => notified('wallet.payment.received')).toEqual(received)
  expect(await open('wallet.payment.received')).toEqual([])
})

const guess = (client = shop.anonymous(), name = randomUUID() as string) =>
  client.post('/auth/login', { name, pin: '0000' })

it('PINs are guessed that block a device, until an hour after the block', async () => {
  const device = await shop.admin()
  for (let wrong = 0; wrong < 9; wrong += 1) await guess(device, owner.name)
  expect(await open('pin_guessing')).toEqual([])
  await guess(device, owner.name)
  const guessed = { target: 'the PIN of Ana', userId: shop.ownerId, userName: 'Ana' }
  await expect.poll(() => open('pin_guessing')).toEqual([guessed])
  await later(2 * 60 + 59, runSchedule)
  expect(await open('pin_guessing')).toHaveLength(1)
  await later(3 * 60 + 1, runSchedule)
  expect(await open('pin_guessing')).toEqual([])
})

it('PINs are guessed from an address that is blocked for five minutes', async () => {
  for (let free = 0; free < 5; free += 1) await guess()
  for (let hour = 1; hour < 5; hour += 1) await later(hour * 60, () => guess())
  await later(5 * 60, () => guess())
  const ofAddress = {
    target: 'users from one client address',
    userId: null,
    userName: null,
  }
  await expect.poll(() => open('pin_guessing')).toEqual([ofAddress])
  const block = (address: string) =>
    guessing(
      {
        id: address,
        atMs: 1,
        key: { pk: `LOGIN-LIMIT#${address}`, sk: 'LIMIT' },
        after: {
          pk: `LOGIN-LIMIT#${address}`,
          sk: 'LIMIT',
          failures: 10,
          pendingUntilMs: 0,
          blockedUntilMs: Date.now() + 60_000,
        },
      },
      Date.now(),
    )
  // All addresses of a stranger are one alert
  const [one, other] = [await block('2001:db8::'), await block('2001:db8:1::')]
  expect(one?.subject).toBe('addresses')
  expect(other?.subject).toBe(one?.subject)
})

it.each([
  ['node_peer_lost', () => keepPeer(true, Date.now()), () => keepPeer(false, Date.now())],
  ['node_webhook_silent', countMissedWebhook, forgetMissedWebhooks],
  ['node_limited_password', () => setLimited(true), () => setLimited(false)],
] as const)('%s is told as soon as it is on record', async (kind, begin, end) => {
  await begin()
  await begin()
  await expect.poll(() => open(kind)).toEqual([{}])
  await begin()
  await end()
  await expect.poll(() => open(kind)).toEqual([])
  expect(await notified(kind)).toHaveLength(1)
})

const setLimited = (isLimited: boolean) =>
  transact([upsert(nodeStateKey, { set: { isLimited } })])
