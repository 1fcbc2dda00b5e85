import { setTimeout as sleep } from 'node:timers/promises'
import { BatchWriteItemCommand, type WriteRequest } from '@aws-sdk/client-dynamodb'
import { DeleteObjectsCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import { fileFormat } from '../../shared/back-office/exports/export-shop.ts'
import { untilNoImport } from '../../shared/back-office/imports/import-lease.ts'
import { backoffMs } from '../../shared/backoff.ts'
import { type CurrentShop, inDeployment, inShop } from '../../shared/current-shop.ts'
import { untilNoDelivery } from '../../shared/events/webhooks/webhooks.ts'
import { deletePrintQueue } from '../../shared/paper/queue/print-queues.ts'
import { seal } from '../../shared/platform/deployment/seal.ts'
import { verifyWithSecret } from '../../shared/platform/deployment/secrets.ts'
import type { ShopSecretName } from '../../shared/platform/deployment/shop-secrets.ts'
import { send, TableName } from '../../shared/platform/dynamodb/client.ts'
import type { Key } from '../../shared/platform/dynamodb/keys.ts'
import { readAll } from '../../shared/platform/dynamodb/read.ts'
import { layoutVersion } from '../../shared/platform/dynamodb/schema-version.ts'
import { keyPrefix, partitionKeys } from '../../shared/platform/dynamodb/shop-keys.ts'
import {
  currentOf,
  deleteShop,
  type ShopRecord,
} from '../../shared/platform/shops/shop-records.ts'
import { fileOf, readFile } from '../../shared/platform/uploads/bucket.ts'
import { type StoredItem, scan } from './scan.ts'
import { checkShopFile, type EndLine, type PartLine, writeShopFile } from './shop-file.ts'

/**
 * Secrets that a shop takes along: stored PINs are hashed with one, sessions and devices
 * hold tokens of another, its node signs with the third, and receivers of its webhooks
 * check the fourth. The tunnel's secret signs requests of seconds, and stays.
 */
export const carried: readonly ShopSecretName[] = [
  'pin-key',
  'token-key',
  'webhook-secret',
  'delivery-key',
]

export type CarriedKeys = Readonly<Partial<Record<ShopSecretName, readonly string[]>>>

/** Records of connections to this deployment, which are of no use elsewhere. */
const staysBehind = /^(WATCHERS$|SESSION-WATCHERS#|TUNNEL#)/

const recordsPerChunk = 1_000

/** A function uses a host's record for 5 s, and a request takes 30 s. */
const quietAfterMs = 40_000

/** A run that finishes payouts of refunds may take that long. */
const payoutsQuietAfterMs = 5 * 60_000

/** Waits until nothing that began while the shop was open can still write or send. */
export async function untilQuiet(shop: ShopRecord): Promise<void> {
  const { closedAtMs = Date.now() } = shop
  const until = (afterMs: number) => sleep(Math.max(0, closedAtMs + afterMs - Date.now()))
  await until(quietAfterMs)
  const payouts = await inShop(currentOf(shop), () => readAll({ pk: 'PAYOUT' }))
  if (payouts.length > 0) await until(payoutsQuietAfterMs)
  await inShop(currentOf(shop), async () => {
    await untilNoImport()
    await untilNoDelivery()
  })
}

/** True if a file is a whole export of a shop, made since it closed. */
export async function isExportOf(shop: ShopRecord, path: string): Promise<boolean> {
  const { id, hosts, exportedAt } = (await checkShopFile(path)).shop
  return (
    id === shop.id &&
    hosts.join() === shop.hosts.join() &&
    Date.parse(exportedAt) > (shop.closedAtMs ?? Infinity)
  )
}

/**
 * Writes all that a shop has stored to a file, with its secrets sealed by the move code. The
 * shop must take no changes. Reads the whole table once.
 */
export async function exportShop(
  shop: ShopRecord,
  path: string,
  moveCode: string,
): Promise<EndLine> {
  const current = currentOf(shop)
  const keys: CarriedKeys = await inShop(current, keysOfShop)
  const first = {
    format: fileFormat,
    layout: layoutVersion,
    id: shop.id,
    hosts: shop.hosts,
    settings: shop.settings,
    exportedAt: new Date().toISOString(),
    contains:
      'All data of a shop: sales, payments, staff with PIN hashes, sessions, pictures. ' +
      'Its keys are sealed with the move code.',
    keys: seal(moveCode, JSON.stringify(keys)),
  }
  return writeShopFile(path, first, partsOfShop(current), moveCode)
}

async function keysOfShop(): Promise<CarriedKeys> {
  const values = carried.map(async (name) => [
    name,
    await verifyWithSecret(name, (valid) => valid),
  ])
  return Object.fromEntries(await Promise.all(values))
}

async function* partsOfShop(shop: CurrentShop): AsyncGenerator<PartLine> {
  const prefix = inShop(shop, keyPrefix)
  for await (const items of chunksOf(prefix)) {
    for (const item of items) {
      const Item = withoutPrefix(item, prefix)
      if (staysBehind.test(Item.pk?.S ?? '')) continue
      yield {
        Item: agentOf(Item) ? { ...Item, tunnelConnectionId: { NULL: true } } : Item,
      }
    }
  }
  for await (const keys of pictureKeys(shop)) {
    for (const key of keys) {
      const bytes = await inShop(shop, () => readFile(key))
      if (bytes) yield { File: { key, bytes: Buffer.from(bytes).toString('base64') } }
    }
  }
}

/** The records of a shop as they are stored, in chunks of the table. */
async function* chunksOf(prefix: string): AsyncGenerator<readonly StoredItem[]> {
  let from: Key | undefined
  do {
    const chunk = () => scan({ beginWith: prefix }, from, recordsPerChunk)
    const { items, next } = await inDeployment(chunk)
    yield items
    from = next
  } while (from)
}

/** A record with its partition keys changed, those of indexes included. */
export const withKeys = (
  item: StoredItem,
  change: (key: string) => string,
): StoredItem => ({
  ...item,
  ...Object.fromEntries(
    partitionKeys.flatMap((name) => {
      const key = item[name]?.S
      return key === undefined ? [] : [[name, { S: change(key) }]]
    }),
  ),
})

/** A shop's record as its functions know it. Throws for one of another shop. */
const withoutPrefix = (item: StoredItem, prefix: string) =>
  withKeys(item, (key) => {
    if (!key.startsWith(prefix)) throw new Error('a record of another shop was read')
    return key.slice(prefix.length)
  })

/** The id of an agent, if the record is one. */
export const agentOf = (item: StoredItem) =>
  item.pk?.S === 'AGENT' ? item.id?.S : undefined

/** Keys of a shop's pictures as its functions know them, a thousand at a time. */
async function* pictureKeys(shop: CurrentShop): AsyncGenerator<readonly string[]> {
  const { Bucket, Key: Prefix } = inShop(shop, () => fileOf(''))
  const pages = paginateListObjectsV2({ client: new S3Client({}) }, { Bucket, Prefix })
  for await (const { Contents = [] } of pages) {
    yield Contents.map(({ Key = '' }) => Key.slice(Prefix.length))
  }
}

/** DynamoDB's maximum for one BatchWriteItem. */
const writesPerBatch = 25

async function writeAll(writes: readonly WriteRequest[]): Promise<void> {
  const batches = Array.from(
    { length: Math.ceil(writes.length / writesPerBatch) },
    (_, at) => writes.slice(at * writesPerBatch, (at + 1) * writesPerBatch),
  )
  await inDeployment(() => Promise.all(batches.map(writeBatch)))
}

async function writeBatch(writes: readonly WriteRequest[]): Promise<void> {
  let left = [...writes]
  for (let attempt = 0; left.length > 0; attempt += 1) {
    if (attempt > 0) await sleep(backoffMs(attempt, { baseMs: 50, capMs: 5_000 }))
    const table = TableName()
    const { UnprocessedItems } = await send(
      new BatchWriteItemCommand({ RequestItems: { [table]: left } }),
    )
    left = UnprocessedItems?.[table] ?? []
  }
}

/**
 * Deletes all that a shop has stored, its queues, and at last the shop itself. It may be
 * repeated. Reads the whole table once.
 */
export async function removeShop(shop: ShopRecord): Promise<void> {
  const current = currentOf(shop)
  const prefix = inShop(current, keyPrefix)
  for await (const items of chunksOf(prefix)) {
    for (const item of items) {
      const agentId = agentOf(withoutPrefix(item, prefix))
      if (agentId) await inShop(current, () => deletePrintQueue(agentId))
    }
    await writeAll(
      items.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } as StoredItem } })),
    )
  }
  for await (const keys of pictureKeys(current)) {
    const files = inShop(current, () => keys.map((key) => fileOf(key)))
    const [{ Bucket } = {}] = files
    if (!Bucket) continue
    const Objects = files.map(({ Key }) => ({ Key }))
    const { Errors: [error] = [] } = await new S3Client({}).send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    )
    if (error) throw new Error(`${error.Key}: ${error.Message}`)
  }
  await deleteShop(shop)
}
