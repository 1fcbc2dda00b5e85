import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { putFile } from '../../../shared/platform/uploads/bucket.ts'
import type { Client } from '../../support/client.ts'
import { later, withStoppedClock } from '../../support/clock.ts'
import { png } from '../../support/pictures.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { uploadFiles } from '../../support/upload-form.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const upload = async (client: Client) =>
  (await uploadFiles(client, { bytes: png })).body.uploads[0]

const statusOf = async (path: string) => (await fetch(shop.url + path)).status

test('a day after its upload a picture that nothing names is deleted, and all others stay', async () => {
  const [ofProduct, ofVariant, logo, unnamed] = [
    await upload(admin),
    await upload(admin),
    await upload(admin),
    await upload(admin),
  ]
  const tea = { name: 'Tea', priceCents: 1, quantity: 1 }
  const { body: product } = await admin.post('/products', {
    ...tea,
    imageUrl: `https://relay.example${ofProduct.path}`,
  })
  await admin.post(`/products/${product.id}/variants`, {
    priceCents: 1,
    imageUrl: ofVariant.url,
  })
  const { body: config } = await admin.get('/config')
  await admin.put('/config', { ...config, businessLogoUrl: logo.url })
  const earlier = `/uploads/2026-11-01/${randomUUID()}.png`
  await putFile(earlier.slice(1), png, 'image/png')
  const hourly = { time: '2026-11-21T10:00:00Z' }

  await later(23 * 60, () => shop.invoke('refunds', hourly))
  expect(await statusOf(unnamed.path)).toBe(200)
  await later(24 * 60 + 1, () => shop.invoke('refunds', hourly))
  expect(await statusOf(unnamed.path)).toBe(404)
  for (const path of [ofProduct.path, ofVariant.path, logo.path, earlier]) {
    expect(await statusOf(path)).toBe(200)
  }

  // Once named, a picture is nobody's to look at again
  await admin.del(`/products/${product.id}`)
  await later(48 * 60, () => shop.invoke('refunds', hourly))
  expect(await statusOf(ofProduct.path)).toBe(200)
})

test('a caller uploads 50 MB a day, however many requests run at once, and others go on', async () => {
  const bytes = Buffer.concat([png, Buffer.alloc(3_900_000)])
  const other = await shop.userFor(randomUUID())
  await withStoppedClock(async () => {
    const greedy = await shop.userFor(randomUUID())
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => uploadFiles(greedy, { bytes })),
    )
    const refused = answers.filter(({ status }) => status === 413)
    expect(refused).toHaveLength(2)
    expect(refused[0]?.body).toEqual({ message: 'A caller uploads at most 50 MB a day' })
    expect(await uploadFiles(greedy, { bytes: png })).toMatchObject({ status: 201 })
    expect(await uploadFiles(other, { bytes: png })).toMatchObject({ status: 201 })
  })
})
