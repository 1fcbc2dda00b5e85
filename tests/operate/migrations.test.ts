import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { createTable } from '../../infra/local/table.ts'
import { Refusal } from '../../infra/operate/command-line.ts'
import { migrations } from '../../infra/operate/migrations/all.ts'
import {
  Claim,
  MigrationRunning,
  readLayout,
} from '../../infra/operate/migrations/claim.ts'
import type { Migration } from '../../infra/operate/migrations/run.ts'
import { migrate } from '../../infra/operate/migrations/run.ts'
import { type Item, uniqueGuard } from '../../shared/platform/dynamodb/keys.ts'
import { versionConflict } from '../../shared/platform/dynamodb/optimistic-lock.ts'
import { read } from '../../shared/platform/dynamodb/read.ts'
import {
  layoutVersion,
  schemaKey,
  upsertLayoutVersion,
} from '../../shared/platform/dynamodb/schema-version.ts'
import { transact } from '../../shared/platform/dynamodb/transact.ts'
import { deleteIfPresent, put, update } from '../../shared/platform/dynamodb/write.ts'
import { orderKey } from '../../shared/selling/sales/orders.ts'
import {
  allUnmatched,
  notificationKey,
  readPaymentHash,
} from '../../shared/selling/sales/payment-hashes.ts'
import { restoreEnvironment } from '../support/restore-environment.ts'
import { newPaymentHash } from '../support/till.ts'

const limitOf = (n: number): Item => ({
  pk: `LOGIN-LIMIT#${n}`,
  sk: 'LIMIT',
  failures: n,
  blockedUntilMs: 0,
  pendingUntilMs: 0,
  lastFailureMs: 1,
  reservation: `earlier ${n}`,
  expiresAt: 4_000_000_000,
})
const old = Array.from({ length: 12 }, (_, n) => limitOf(n))
const current = { ...limitOf(90), failuresOf: { someone: 90 } }
/** One of a further shop. */
const further = { ...limitOf(91), pk: '@corner#LOGIN-LIMIT#91' }
const other: Item = { pk: 'SUPPLIER', sk: randomUUID(), name: 'Tea & Co', failures: 3 }

const all = () =>
  Promise.all([...old, further, current, other].map(({ pk, sk }) => read({ pk, sk })))
const migrated = [
  ...[...old, further].map((item) => ({ ...item, failuresOf: {} })),
  current,
  other,
]

let lines: string[]
const report = (line: string) => lines.push(line)

const environment = { ...process.env }
beforeAll(async () => {
  const endpoint = inject('dynamoDbEndpoint')
  const table = `migrated-${randomUUID()}`
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    TABLE_NAME: table,
  })
  await createTable(endpoint, table)
})
afterAll(() => restoreEnvironment(environment))

/** A table as version 0.1.0 left it. */
beforeEach(async () => {
  lines = []
  const records = [...old, further, current, other].map(put)
  await transact([...records, deleteIfPresent(schemaKey)])
})

/** Runs in chunks of four records; `onChunk` is called after each with its number. */
function migrateInChunks(onChunk: (chunk: number) => void, signal?: AbortSignal) {
  let chunk = 0
  return migrate(migrations, {
    recordsPerChunk: 4,
    ...(signal && { signal }),
    report: (line) => {
      report(line)
      if (!line.includes('records read')) return
      chunk += 1
      onChunk(chunk)
    },
  })
}

it('the latest layout is the one that the last migration leads to', () => {
  expect(migrations.map(({ version }) => version)).toEqual(
    Array.from({ length: layoutVersion - 1 }, (_, at) => at + 2),
  )
})

describe('a table of version 0.1.0', () => {
  it('comes to the latest layout, and a second run does nothing', async () => {
    expect(await migrate(migrations, { report })).toBe(true)
    expect(await all()).toEqual(migrated)
    expect(await read(schemaKey)).toEqual({ ...schemaKey, version: layoutVersion })
    lines = []
    expect(await migrate(migrations, { report })).toBe(true)
    expect(lines).toEqual([
      `the table has layout ${layoutVersion}, the latest: nothing to do`,
    ])
  })

  it('is stopped in the middle; the next run continues from there', async () => {
    const stop = new AbortController()
    const onChunk = (chunk: number) => chunk === 2 && stop.abort()
    expect(await migrateInChunks(onChunk, stop.signal)).toBe(false)
    expect(await readLayout()).toMatchObject({ version: 1, migratingTo: 2 })
    lines = []
    expect(await migrate(migrations, { report })).toBe(true)
    expect(lines[0]).toContain('where the last run stopped')
    // 15 records and the schema's own, of which the first run has read 8
    expect(lines[1]).toContain('8 records read')
    expect(await all()).toEqual(migrated)
  })

  it('is killed in the middle; repeating it changes nothing twice', async () => {
    const killed = migrateInChunks((chunk) => {
      if (chunk === 2) throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect(await migrate(migrations, { report })).toBe(true)
    expect(await all()).toEqual(migrated)
  })

  it('is killed in a chunk; the next run begins with that chunk', async () => {
    let seen = 0
    const dying = migrations.map((migration) => ({
      ...migration,
      change: (item: Item) => {
        seen += 1
        if (seen === 6) throw new Error('killed')
        return migration.change(item)
      },
    }))
    const killed = migrate(dying, { report, recordsPerChunk: 4 })
    await expect(killed).rejects.toThrow('killed')
    expect(await migrate(migrations, { report })).toBe(true)
    expect(await all()).toEqual(migrated)
  })

  it('is counted and left as it is by a dry run', async () => {
    expect(await migrate(migrations, { report, dryRun: true })).toBe(true)
    expect(lines).toContain('  15 records read, 13 to change')
    expect(await all()).toEqual([...old, further, current, other])
    expect(await read(schemaKey)).toBeUndefined()
  })
})

it('the notification of a payment from version 0.2 no longer expires, even past its time', async () => {
  const hash = newPaymentHash()
  const notification = { ...notificationKey(hash), receivedAtMs: 1, amountSat: 5 }
  const session = { pk: `SESSION#${hash}`, sk: 'NOTIFICATION', expiresAt: 4_000_000_000 }
  const layout = { ...schemaKey, version: 2 }
  await transact([layout, session, { ...notification, expiresAt: 7 }].map(put))
  for (const _ of ['migrated', 'repeated']) {
    await migrate(migrations, { report })
    expect(await read(notificationKey(hash))).toEqual(notification)
    expect(await read({ pk: session.pk, sk: session.sk })).toEqual(session)
    await transact([put(layout)])
  }
  expect((await readPaymentHash(hash)).notification).toEqual(notification)
})

it('the guard of a SKU from version 0.2 names its product, and no deleted one', async () => {
  const [sku, freed] = [randomUUID(), randomUUID()]
  const layout = { ...schemaKey, version: 3 }
  const guards = ['', '@corner#'].map((shop) => {
    const { pk, sk } = uniqueGuard('SKU', sku)
    return { pk: `${shop}${pk}`, sk }
  })
  const products = ['', '@corner#'].map((shop) => {
    const id = randomUUID()
    return { pk: `${shop}PRODUCT`, sk: id, id, SKU: sku }
  })
  const deleted = { pk: 'RETIRED#PRODUCT', sk: sku, id: randomUUID(), SKU: freed }
  const plain = { pk: 'PRODUCT', sk: randomUUID(), id: 'plain', SKU: null }
  await transact([layout, ...guards, ...products, deleted, plain].map(put))
  for (const _ of ['migrated', 'repeated']) {
    await migrate(migrations, { report })
    for (const [at, guard] of guards.entries()) {
      expect(await read(guard)).toEqual({ ...guard, productId: products[at]?.id })
    }
    expect(await read(uniqueGuard('SKU', freed))).toBeUndefined()
    await transact([put(layout)])
  }
})

it('a payment of an earlier release that has no sale is listed as unmatched, once', async () => {
  const layout = { ...schemaKey, version: 4 }
  const known = (shop: string, hash: string, sk: string, fields: object = {}) => ({
    pk: `${shop}PAYMENT-HASH#${hash}`,
    sk,
    ...fields,
  })
  const [unsold, sold, foreign] = [newPaymentHash(), newPaymentHash(), newPaymentHash()]
  const received = { receivedAtMs: 7, amountSat: 5 }
  await transact(
    [
      layout,
      known('', unsold, 'NOTIFICATION', received),
      known('', unsold, 'INVOICE'),
      known('', sold, 'NOTIFICATION', received),
      known('', sold, 'SALE', { orderId: 'x' }),
      known('@corner#', foreign, 'NOTIFICATION', { receivedAtMs: 8 }),
      known('', 'no hash', 'NOTIFICATION', received),
    ].map(put),
  )
  const entryOf = (shop: string, hash: string) =>
    read({ pk: `${shop}UNMATCHED`, sk: `PAYMENT-HASH#${hash}` })
  for (const _ of ['migrated', 'repeated']) {
    await migrate(migrations, { report })
    expect(await entryOf('', unsold)).toMatchObject({ paymentHash: unsold, ...received })
    expect(await entryOf('@corner#', foreign)).toMatchObject({ receivedAtMs: 8 })
    expect(await entryOf('', sold)).toBeUndefined()
    expect(await entryOf('', 'no hash')).toBeUndefined()
    await transact([put(layout)])
  }
  const listed = await allUnmatched()
  expect(listed.filter(({ paymentHash }) => paymentHash === unsold)).toHaveLength(1)
})

it('an order whose ticket release 0.3.1 voided says so, beside what it was refunded since', async () => {
  const layout = { ...schemaKey, version: 5 }
  const stored = ({ pk, sk }: Item) => read({ pk, sk })
  const saleOf = (shop: string, changes: object = {}) => {
    const [id, orderId] = [randomUUID(), randomUUID()]
    const order = { ...orderKey(orderId), id: orderId, payments: [] }
    const ticket = { pk: `${shop}TICKET`, sk: id, id, orderId, version: 2, number: 7 }
    return {
      ticket: { ...ticket, voided: true, ...changes },
      order: {
        ...order,
        pk: `${shop}${order.pk}`,
        refundRevision: 3,
        sale: { ticketId: id, number: 7, goodsCents: 5 },
      },
    }
  }
  const sales = ['', '@corner#'].map((shop) => saleOf(shop))
  const kept = saleOf('', { voided: undefined })
  // Its ticket names another order, whose sale has another ticket
  const other = saleOf('', { orderId: kept.order.id })
  await transact(
    [layout, ...[...sales, kept, other].flatMap((each) => [each.ticket, each.order])].map(
      put,
    ),
  )
  for (const _ of ['migrated', 'repeated']) {
    await migrate(migrations, { report })
    for (const { order } of sales) {
      const sale = { ...order.sale, voided: true }
      expect(await stored(order)).toEqual({ ...order, refundRevision: 4, sale })
    }
    for (const { order } of [kept, other]) expect(await stored(order)).toEqual(order)
    await transact([put(layout)])
  }
})

describe('two runs', () => {
  it('do not run at the same time: the second says how long the first may take', async () => {
    const first = await Claim.take()
    await expect(migrate(migrations, { report })).rejects.toThrow(MigrationRunning)
    await first.release()
    expect(await migrate(migrations, { report })).toBe(true)
  })

  it('a killed one is taken over after a minute, and has no say any more', async () => {
    const killed = await Claim.take()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    try {
      expect(await migrate(migrations, { report })).toBe(true)
    } finally {
      vi.useRealTimers()
    }
    await expect(killed.saveCursor(2, { pk: 'A', sk: 'B' })).rejects.toThrow(
      MigrationRunning,
    )
    await expect(killed.finish(1)).rejects.toThrow(MigrationRunning)
    expect(await readLayout()).toEqual({ ...schemaKey, version: layoutVersion })
  })
})

describe('a migration to come', () => {
  it('rereads a record that a till has changed in between', async () => {
    const scanned = new Map<string, Item>()
    const copying: Migration = {
      version: layoutVersion + 1,
      title: 'copies a number',
      partitions: 'LOGIN-LIMIT#',
      change: (record) => {
        if (record.copy === record.failures) return []
        const first = scanned.get(record.pk)
        if (first === record) throw new Error('was not read again')
        scanned.set(record.pk, record)
        const read = first ? record.failures : 'what it was before'
        const when = { when: '#failures = :read', values: { read } }
        return [
          update(record, { set: { copy: record.failures }, ...when }, versionConflict),
        ]
      },
    }
    await migrate([...migrations, copying], { report })
    expect(await read({ pk: limitOf(7).pk, sk: 'LIMIT' })).toEqual({
      ...limitOf(7),
      failuresOf: {},
      copy: 7,
    })
    expect(scanned.size).toBe(14)
    expect((await readLayout()).version).toBe(layoutVersion + 1)
  })

  it('is not undone by an older release, which refuses the table', async () => {
    const newer = { ...schemaKey, version: layoutVersion + 1 }
    await transact([put(newer)])
    await expect(migrate(migrations, { report })).rejects.toThrow(Refusal)
  })
})

it('a table that is set up now begins with the latest layout', async () => {
  await transact([upsertLayoutVersion()])
  expect((await readLayout()).version).toBe(layoutVersion)
})
