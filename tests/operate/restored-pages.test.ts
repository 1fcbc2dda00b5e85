import {
  type AttributeValue,
  BatchWriteItemCommand,
  DynamoDBClient,
  paginateScan,
} from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adoptShop } from '../../infra/operate/restored/shop.ts'
import type { Pos } from '../../shared/client/pos.ts'
import { moveVersion } from '../../shared/selling/till-data/version.ts'
import type { Client } from '../support/client.ts'
import { openShop, type Shop } from '../support/shop.ts'

type Stored = Record<string, AttributeValue>

/* The stream of a table that is restored tells no change of what is lost: there is none here. */
let shop: Shop
let admin: Client & { readonly pos: Pos }
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

async function readTable(): Promise<Stored[]> {
  const items: Stored[] = []
  const pages = paginateScan(
    { client: new DynamoDBClient({}) },
    { TableName: process.env.TABLE_NAME, ConsistentRead: true },
  )
  for await (const { Items = [] } of pages) items.push(...Items)
  return items
}

const keyOf = ({ pk, sk }: Stored) => ({ pk, sk }) as Stored
const nameOf = (item: Stored) => `${item.pk?.S} ${item.sk?.S}`

/** Puts the table back as it was, but for the records of which `stays` is true. */
async function restore(to: readonly Stored[], stays: (name: string) => boolean) {
  const known = new Set(to.map(nameOf))
  const gone = (await readTable()).filter((item) => !known.has(nameOf(item)))
  const writes = [
    ...gone.map((item) => ({ item, write: { DeleteRequest: { Key: keyOf(item) } } })),
    ...to.map((Item) => ({ item: Item, write: { PutRequest: { Item } } })),
  ].flatMap(({ item, write }) => (stays(nameOf(item)) ? [] : write))
  const client = new DynamoDBClient({})
  for (let at = 0; at < writes.length; at += 25) {
    await client.send(
      new BatchWriteItemCommand({
        RequestItems: { [process.env.TABLE_NAME ?? '']: writes.slice(at, at + 25) },
      }),
    )
  }
}

async function rename(businessName: string) {
  await admin.pos.config.change({ body: { businessName } })
  await moveVersion({ rows: {}, parts: ['config'] })
}

it.each([
  ['whole', () => false],
  ['with a later step', (name: string) => name.startsWith('TILL-DATA STEP#')],
  ['with content that was built later', (name: string) => name.startsWith('TILL-DATA B')],
  ['with all that pages ask for', (name: string) => name.startsWith('TILL-DATA ')],
])('a page shows what a table has that was restored %s', async (_how, stays) => {
  await rename('As before')
  const { pos } = await shop.admin()
  await pos.tillData.latest()
  const before = await readTable()
  await rename('Lost')
  await rename('Lost, too')
  expect((await pos.tillData.latest()).config.businessName).toBe('Lost, too')
  // Another page asks for the whole of it
  expect((await admin.get('/till-data')).body.config.businessName).toBe('Lost, too')
  await restore(before, stays)
  const isOfEarlier = await admin.get(
    `/till-data?since=${(await pos.tillData.kept())?.version}`,
  )
  expect(isOfEarlier.status).toBeLessThan(400)

  await adoptShop(Date.now(), new Map(), false)
  const held = await pos.tillData.latest()
  const { body: fresh } = await admin.get('/till-data')
  expect(held.config.businessName).toBe('As before')
  expect(held).toEqual(fresh)

  // And it goes on by steps, also past those that the table had before
  for (const name of ['One', 'Two', 'Three']) {
    await rename(name)
    expect((await pos.tillData.latest()).config.businessName).toBe(name)
  }
})
