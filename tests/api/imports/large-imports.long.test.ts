import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { beginImport, importedRun, sendPart } from '../../support/import-runs.ts'
import { isWholeRound } from '../../support/scale.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

// A short round shares a busy machine with the other suites
const products = isWholeRound ? 20_000 : 4_000
const parts = 5
const rowsOfPart = products / parts

/** One row of each part is wrong, and one names no SKU. */
function rowsFor(part: number): string {
  const rows = Array.from({ length: rowsOfPart }, (_, n) => {
    const id = (part - 1) * rowsOfPart + n
    if (n === 7) return `,Without a SKU ${id},1,1,Shelf 1`
    return `sku-${id},Product ${id},${1 + (id % 90)}.50,10,Shelf ${id % 12}`
  })
  const wrong = `bad-${part},Wrong price,much,1,Shelf 1`
  return ['SKU,name,price,quantity,categories', ...rows, wrong].join('\n')
}

/** Takes the lease from the worker, which stores nothing more, like one that was killed. */
const killWorker = (untilMs: number) =>
  new DynamoDBClient({}).send(
    new UpdateItemCommand({
      TableName: process.env.TABLE_NAME,
      Key: { pk: { S: 'SHOP' }, sk: { S: 'IMPORT-LEASE' } },
      UpdateExpression: 'SET #owner = :none, untilMs = :until',
      ExpressionAttributeNames: { '#owner': 'owner' },
      ExpressionAttributeValues: {
        ':none': { S: 'killed' },
        ':until': { N: String(untilMs) },
      },
    }),
  )

const sendAll = async (id: string) => {
  for (let part = 1; part <= parts; part += 1) {
    expect((await sendPart(admin, id, part, rowsFor(part))).status).toBe(202)
  }
}

const timeout = 600_000
it(`imports ${products} products, cut in the middle, once`, { timeout }, async () => {
  const begunAtMs = Date.now()
  const id = await beginImport(admin, 'products')
  await sendAll(id)
  for (let cut = 0; cut < 3; cut += 1) {
    // In the middle, however fast the machine is
    await expect
      .poll(async () => (await admin.get(`/import/runs/${id}`)).body.added, {
        interval: 200,
        timeout: 300_000,
      })
      .toBeGreaterThan((products * cut) / 5)
    await killWorker(Date.now() + 100)
    await new Promise((resolve) => setTimeout(resolve, 200))
    // Another time its parts are sent again; else the question is enough
    if (cut === 1) await sendAll(id)
  }
  const first = await importedRun(admin, id, 300_000)
  const refused = { refusedCount: parts, status: 'done' }
  expect(first).toMatchObject({ added: products, changed: 0, ...refused })
  console.log(`${products} products in ${Math.round((Date.now() - begunAtMs) / 1000)} s`)

  const again = await beginImport(admin, 'products')
  await sendAll(again)
  const second = await importedRun(admin, again, 300_000)
  expect(second).toMatchObject({ added: 0, changed: 0, ...refused })
  expect(second.refused).toMatchObject([
    { part: 1, row: rowsOfPart + 2, column: 'price' },
    ...Array.from({ length: parts - 1 }, () => ({ column: 'price' })),
  ])

  const { body: all } = await admin.get('/products')
  expect(all).toHaveLength(products)
  const { body: categories } = await admin.get('/categories?type=product')
  expect(categories).toHaveLength(12)
  for (const { id: categoryId } of categories) {
    const { status } = await admin.del(`/categories/${categoryId}?type=product`)
    expect(status).toBe(400)
  }
})
