import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { openReceiver, type Receiver } from '../../support/receiver.ts'
import { openBeside, openShop, type Shop } from '../../support/shop.ts'
import { openTill } from '../../support/till.ts'

let corner: Shop
let cafe: Shop
let receivers: { corner: Receiver; cafe: Receiver }
beforeAll(async () => {
  corner = await openShop({ shop: 'corner', stream: true })
  cafe = await openBeside(corner, 'cafe')
  receivers = { corner: await openReceiver(), cafe: await openReceiver() }
})
afterAll(async () => {
  await corner.close()
  for (const receiver of Object.values(receivers)) await receiver.close()
})

const tell = async (shop: Shop, { url }: Receiver) => {
  const admin = await shop.admin()
  const input = { url, events: ['product.changed', 'alert.raised'] }
  const { status, body } = await admin.post('/webhooks', input)
  expect(status).toBe(201)
  return body as { id: string; secret: string }
}

it('each shop sends its own products, with secrets of its own', async () => {
  const ofCorner = await tell(corner, receivers.corner)
  const ofCafe = await tell(cafe, receivers.cafe)
  expect(ofCorner.secret).not.toBe(ofCafe.secret)
  const products = {
    corner: await (await openTill(corner)).createProduct(1),
    cafe: await (await openTill(cafe)).createProduct(1),
  }
  for (const name of ['corner', 'cafe'] as const) {
    const { received } = receivers[name]
    await eventually(() => expect(received).not.toEqual([]))
    expect(received.map(({ body }) => JSON.parse(body).data.id)).toEqual([products[name]])
  }
  const admin = await cafe.admin()
  const path = `/webhooks/${ofCorner.id}`
  for (const answer of [
    await admin.get(`${path}/deliveries`),
    await admin.post(`${path}/test`),
    await admin.put(path, { isEnabled: false }),
    await admin.del(path),
  ]) {
    expect(answer).toMatchObject({ status: 404 })
  }
})
