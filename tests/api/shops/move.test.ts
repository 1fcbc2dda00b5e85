import { createHash, randomUUID } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { importShop } from '../../../infra/operate/import-shop.ts'
import { exportShop, removeShop, untilQuiet } from '../../../infra/operate/move-shop.ts'
import { scan } from '../../../infra/operate/scan.ts'
import { macOf } from '../../../infra/operate/shop-file.ts'
import { agentKey } from '../../../shared/agents/agents.ts'
import {
  releaseLease,
  takeLease,
} from '../../../shared/back-office/imports/import-lease.ts'
import { inDeployment, inShop } from '../../../shared/current-shop.ts'
import {
  eventId,
  readDeliveries,
  storeDelivery,
} from '../../../shared/events/webhooks/deliveries.ts'
import { watcherKey } from '../../../shared/lightning/payments-feed/watchers.ts'
import { allUsers } from '../../../shared/people/staff/users.ts'
import { allTills, ownTill } from '../../../shared/people/tills/till-records.ts'
import { verifyWithSecret } from '../../../shared/platform/deployment/secrets.ts'
import { read } from '../../../shared/platform/dynamodb/read.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { deleteIfPresent, put, update } from '../../../shared/platform/dynamodb/write.ts'
import { inShopOf } from '../../../shared/platform/shops/in-shop-of.ts'
import {
  changeShop,
  currentOf,
  findHost,
  findShop,
  type ShopRecord,
} from '../../../shared/platform/shops/shop-records.ts'
import { readFile as readPicture } from '../../../shared/platform/uploads/bucket.ts'
import { dayRecordKey } from '../../../shared/selling/sales/day-record.ts'
import { type Answer, Client } from '../../support/client.ts'
import { later } from '../../support/clock.ts'
import { beginImport, importedRun, sendPart } from '../../support/import-runs.ts'
import { png } from '../../support/pictures.ts'
import { openReceiver, type Receiver } from '../../support/receiver.ts'
import { openBeside, openShop, owner, type Shop } from '../../support/shop.ts'
import { openTill, type Till } from '../../support/till.ts'
import { uploadFiles } from '../../support/upload-form.ts'

const moveCode = 'a code that only the test knows'
const key = { 'idempotency-key': randomUUID() }

let corner: Shop
let till: Till
let sale: Answer
let cart: object
let picture: string
let agentId: string
let file: string
let receiver: Receiver
/** Of a shop that has moved with it. */
let waiting: Awaited<ReturnType<typeof waitingWork>>

beforeAll(async () => {
  corner = await openShop({ shop: 'corner' })
  till = await openTill(corner)
  cart = till.cart(await till.createProduct(10, 'Tea “for two”\u2028'), 3)
  sale = await till.admin.post('/store/orders/checkout', cart, key)
  const uploaded = await uploadFiles(till.admin, { bytes: png })
  picture = uploaded.body.uploads[0].path
  agentId = (await till.admin.post('/agents', { name: 'counter' })).body.id
  // Connections of this deployment, which no other one has
  const tunnel = { servesNode: true, tunnelOpenedAtMs: 1, tunnelConnectionId: 'open' }
  await inShop(corner.served, () =>
    transact([update(agentKey(agentId), { set: tunnel }), put(watcherKey('open'))]),
  )
  receiver = await openReceiver()
  waiting = await waitingWork()
  const settings = { timeZone: 'Europe/Berlin' }
  await changeShop(await recordOf('corner'), { state: 'read-only', settings })
  await inShop(corner.served, () => releaseLease(waiting.worker))
  file = join(corner.dataDir, 'corner.ndjson.gz')
  await exportShop(await recordOf('corner'), file, moveCode)
})
afterAll(async () => {
  await corner.close()
  await receiver.close()
})

/** Deliveries, of which one has failed before and one is done, and a part of an import. */
async function waitingWork() {
  const input = { url: receiver.url, events: ['stock.low'] }
  const { id: webhookId, secret } = (await till.admin.post('/webhooks', input)).body
  const atMs = Date.now() - 120_000
  const ids = [1, 2, 3].map((n) => eventId(atMs, `moved ${n}`))
  const [first = '', , last = ''] = ids
  return inShop(corner.served, async () => {
    for (const id of ids) {
      await storeDelivery(webhookId, { id, type: 'stock.low', atMs, data: {} })
    }
    const [done, , failed] = await readDeliveries(webhookId, [first, first, last])
    if (!done || !failed) throw new Error('no deliveries')
    await transact([
      update(done, { set: { status: 'delivered' } }),
      update(failed, { set: { attempts: 3, retry: 3, dueAtMs: Date.now() + 60_000 } }),
    ])
    const runId = await beginImport(till.admin, 'suppliers')
    const worker = (await takeLease(Date.now())) ?? ''
    await sendPart(till.admin, runId, 1, 'name\nMoved Mill\n')
    return { webhookId, secret, ids, runId, worker }
  })
}

async function recordOf(id: string): Promise<ShopRecord> {
  const record = await findShop(id)
  if (!record) throw new Error(`no shop ${id}`)
  return record
}

const hostOf = (id: string) => ({ id, hosts: [`${id}.localhost`] })

const urlOf = (id: string) => corner.url.replace('corner', id)

/** Counts a shop's records in the table. */
const storedOf = async (id: string) =>
  (await inDeployment(() => scan({ beginWith: `@${id}#` }, undefined, 10_000))).items
    .length

/** The lines with the digest that belongs to them, and what proves the move code. */
const signed = (lines: string[], code = moveCode) => {
  const before = lines.slice(0, -1).map((line) => `${line}\n`)
  const sha256 = createHash('sha256').update(before.join('')).digest('hex')
  const { End } = JSON.parse(lines.at(-1) ?? '')
  const end = { ...End, sha256, mac: macOf(sha256, code) }
  return [...lines.slice(0, -1), JSON.stringify({ End: end })]
}

describe('the file of a shop', () => {
  it('is for its owner alone, and has PIN hashes but no key and no token', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const text = gunzipSync(await readFile(file)).toString()
    const [first = '', ...others] = text.trimEnd().split('\n')
    const [last = ''] = others.slice(-1)
    expect(JSON.parse(first).Shop).toMatchObject({ format: 1, id: 'corner' })
    expect(JSON.parse(last).End).toMatchObject({ items: others.length - 2, files: 1 })
    const keys = await inShop(currentOf(await recordOf('corner')), () =>
      Promise.all(
        (['pin-key', 'token-key', 'tunnel-key', 'webhook-secret'] as const).map((name) =>
          verifyWithSecret(name, (values) => values),
        ),
      ),
    )
    for (const value of keys.flatMap((values) => values ?? [])) {
      expect(text).not.toContain(value)
    }
    expect(text).not.toContain('@corner#')
    expect(text).not.toContain('WATCHERS')
  })

  it('takes no place of another file', async () => {
    await expect(exportShop(await recordOf('corner'), file, moveCode)).rejects.toThrow(
      'already',
    )
  })
})

describe('a shop that was moved', () => {
  const moved = () => new Client(urlOf('moved'))

  it('opens with the same PINs, and sells on where it was', async () => {
    await importShop(file, hostOf('moved'), async () => moveCode)
    // Whatever the stream still has of the import is not news
    const work = vi.fn<(importedUntilMs: number) => Promise<void>>()
    await inShopOf('moved', work)
    expect(work.mock.lastCall?.[0]).toBeGreaterThanOrEqual(Date.now())
    const client = moved()
    expect((await client.post('/auth/login', owner)).status).toBe(503)
    await changeShop(await recordOf('moved'), { state: 'open' })
    await expect
      .poll(async () => (await client.post('/auth/login', owner)).status, {
        interval: 250,
      })
      .toBe(200)
    expect((await client.get('/products')).body).toEqual(
      (await till.admin.get('/products')).body,
    )
    expect((await client.get('/orders/with-payments')).body).toEqual(
      (await till.admin.get('/orders/with-payments')).body,
    )
    expect((await client.post('/store/orders/checkout', cart, key)).body).toEqual(
      sale.body,
    )
    expect((await client.post('/store/orders/checkout', cart)).status).toBe(201)
    expect((await client.get(picture)).headers.get('content-type')).toBe('image/png')
    const [agent] = (await client.get('/agents')).body
    expect(agent).toMatchObject({ id: agentId, queueDepth: 0, tunnelConnected: false })
  })

  it('sends what waited to be sent, once, and goes on with its import', async () => {
    const { webhookId, secret, ids, runId } = waiting
    const client = moved()
    await client.post('/auth/login', owner)
    await later(2, async () => {
      await corner.invoke('deliveries', { source: 'aws.events' })
      await expect
        .poll(async () => {
          const { body } = await client.get(`/webhooks/${webhookId}/deliveries`)
          return body.map(({ status }: { status: string }) => status)
        })
        .toEqual(['delivered', 'delivered', 'delivered'])
      const key = new Webhook(secret)
      for (const { body, headers } of receiver.received) key.verify(body, headers)
      const run = await importedRun(client, runId)
      expect(run).toMatchObject({ status: 'done', added: 1 })
    })
    expect(receiver.received.map(({ id }) => id).sort()).toEqual(ids.slice(1).sort())
    const { body: suppliers } = await client.get('/suppliers')
    expect(suppliers).toMatchObject([{ name: 'Moved Mill' }])
  })

  it('has new keys, beside which the earlier ones stay valid until they are finished', async () => {
    const valuesOf = async (id: string) =>
      inShop(currentOf(await recordOf(id)), () =>
        verifyWithSecret('webhook-secret', (values) => values),
      )
    const [before] = (await valuesOf('corner')) ?? []
    const [current, brought] = (await valuesOf('moved')) ?? []
    expect(current).not.toBe(before)
    expect(brought).toBe(before)
    const stored = JSON.stringify(await findHost('moved.localhost'))
    expect(stored).not.toContain(before)
  })

  it('is imported once', async () => {
    await expect(importShop(file, hostOf('moved'), async () => moveCode)).rejects.toThrow(
      'already',
    )
    const taken = { id: 'other', hosts: ['moved.localhost'] }
    await expect(importShop(file, taken, async () => moveCode)).rejects.toThrow(
      'another shop',
    )
    expect(await findShop('other')).toBeUndefined()
  })

  it('is suspended until all is stored, and the import may be repeated', async () => {
    const { sha256 } = await importShop(file, hostOf('half'), async () => moveCode)
    const half = await recordOf('half')
    const all = await storedOf('half')
    const unfinished = { unfinished: sha256, state: 'suspended' } as const
    await changeShop(half, unfinished)
    await inShop(currentOf(half), async () =>
      transact((await allUsers()).map(deleteIfPresent)),
    )
    expect(await storedOf('half')).toBeLessThan(all)
    await importShop(file, hostOf('half'), async () => moveCode)
    expect(await storedOf('half')).toBe(all)
    expect(await recordOf('half')).toMatchObject({
      state: 'read-only',
      unfinished: null,
      settings: { timeZone: 'Europe/Berlin' },
    })
  })
})

describe('a shop with tills that was moved', () => {
  it('has another epoch: its tills hand in again, and its numbers go on further', async () => {
    vi.stubEnv('TILLS', 'true')
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    const bar = await openBeside(corner, 'bar')
    const sells = await openTill(bar)
    const device = await bar.admin()
    await device.post('/tills', { name: 'Counter' })
    const cart = sells.cart(await sells.createProduct(10))
    await device.post('/store/orders/checkout', { ...cart, number: 1 })
    expect((await sells.checkout(cart)).status).toBe(201)
    const { epoch } = (await device.get('/tills/me')).body
    await changeShop(await recordOf('bar'), { state: 'read-only' })
    const path = join(corner.dataDir, 'bar.ndjson')
    await exportShop(await recordOf('bar'), path, moveCode)
    for (const id of ['bar-moved', 'bar-again']) {
      await importShop(path, hostOf(id), async () => moveCode)
    }
    const shop = await recordOf('bar-moved')
    const own = await inShop(currentOf(shop), async () => ({
      till: await ownTill((await allTills())[0]?.id ?? ''),
      day: await read(dayRecordKey),
    }))
    expect(own.till).toMatchObject({ lastNumber: 1, series: 'A' })
    expect(own.till.epoch).not.toBe(epoch)
    expect(own.day).toMatchObject({
      lastNumber: 1_001,
      numbersLeftOut: { from: 2, to: 1_001 },
    })
    const again = await inShop(currentOf(await recordOf('bar-again')), async () =>
      ownTill((await allTills())[0]?.id ?? ''),
    )
    expect(again.epoch).not.toBe(own.till.epoch)
  })
})

describe('an import that is begun again', () => {
  /** A file that takes a while to import. */
  const longFile = async () => {
    const lines = gunzipSync(await readFile(file))
      .toString()
      .trimEnd()
      .split('\n')
    const notes = Array.from({ length: 2_000 }, (_, n) =>
      JSON.stringify({ Item: { pk: { S: 'NOTE' }, sk: { S: String(n) } } }),
    )
    const { End } = JSON.parse(lines.at(-1) ?? '')
    const end = JSON.stringify({ End: { ...End, items: End.items + notes.length } })
    const path = join(corner.dataDir, 'long.ndjson')
    const all = signed([...lines.slice(0, -1), ...notes, end])
    await writeFile(path, `${all.join('\n')}\n`)
    return path
  }

  it('ends the one before, which stores nothing more', async () => {
    const path = await longFile()
    const first = importShop(path, hostOf('twice'), async () => moveCode)
    const refusal = expect(first).rejects.toThrow('has begun again')
    // Its file is read before: it begins as soon as the first one has
    const { items } = await importShop(path, hostOf('twice'), async () => {
      await expect.poll(() => findShop('twice'), { interval: 1 }).toBeDefined()
      return moveCode
    })
    await refusal
    expect(await storedOf('twice')).toBe(items)
    expect(await recordOf('twice')).toMatchObject({ state: 'read-only' })
  })

  it('stores nothing of a shop whose deletion has begun', async () => {
    const importing = importShop(await longFile(), hostOf('ended'), async () => moveCode)
    const refusal = expect(importing).rejects.toThrow('The shop was deleted')
    await expect.poll(() => findShop('ended'), { interval: 1 }).toBeDefined()
    await changeShop(await recordOf('ended'), { unfinished: 'deletion' })
    await removeShop(await recordOf('ended'))
    await refusal
    expect(await storedOf('ended')).toBe(0)
  })
})

describe('an import changes nothing', () => {
  const refused = async (path: string, reason: string, code = moveCode) => {
    const before = await storedOf('refused')
    const refusal = importShop(path, hostOf('refused'), async () => code)
    const message = expect.stringContaining(reason)
    await expect(refusal).rejects.toMatchObject({ name: 'Refusal', message })
    expect(await findShop('refused')).toBeUndefined()
    expect(await storedOf('refused')).toBe(before)
  }

  /** The exported lines with a change, as a file. */
  const changedTo = async (change: (lines: string[]) => string[]) => {
    const text = gunzipSync(await readFile(file)).toString()
    const path = join(corner.dataDir, `${randomUUID()}.ndjson`)
    await writeFile(path, `${change(text.trimEnd().split('\n')).join('\n')}\n`)
    return path
  }

  const replaced = (from: string, to: string) => (lines: string[]) =>
    lines.map((line) => line.replace(from, to))

  it('with another move code', () => refused(file, 'move code', 'another code'))

  it.each<[string, string, (lines: string[]) => string[]]>([
    ['without its end', 'not whole', (lines) => lines.slice(0, -1)],
    ['without a record', 'not whole', (lines) => signed(lines.toSpliced(3, 1))],
    ['with a changed record', 'not whole', replaced('Tea', 'Tee')],
    [
      'changed by somebody without the code',
      'was changed after its export',
      (lines) => signed(replaced('Tea', 'Tee')(lines), 'another code'),
    ],
    ['with more after its end', 'not whole', (lines) => [...lines, '{"Item":{}}']],
    ['without its beginning', 'not a shop', ([, ...rest]) => rest],
    ['of a later format', 'not a shop', replaced('"format":1', '"format":2')],
    ['of other text', 'not whole', () => ['Dear customer']],
    [
      'of another layout',
      'layout 9',
      (lines) => signed(replaced('"layout":', '"layout":9')(lines)),
    ],
    [
      'with a setting that no shop has',
      'not a setting',
      (lines) => signed(replaced('"timeZone"', '"table"')(lines)),
    ],
  ])('from a file %s', async (_what, reason, change) =>
    refused(await changedTo(change), reason),
  )

  it('from a compressed file that was cut', async () => {
    const path = join(corner.dataDir, 'cut.gz')
    const bytes = await readFile(file)
    await writeFile(path, bytes.subarray(0, bytes.length - 40))
    await refused(path, 'not whole')
  })
})

describe('an export waits', () => {
  /** Waits for a shop that closed so long ago. */
  const quiet = async (closedForMs: number) =>
    untilQuiet({ ...(await recordOf('corner')), closedAtMs: Date.now() - closedForMs })

  /** True if the wait is longer than 0.3 s. */
  const waits = (closedForMs: number) =>
    Promise.race([quiet(closedForMs).then(() => false), sleep(300, true)])

  it('until requests that began before have ended', async () => {
    expect(await waits(39_000)).toBe(true)
    await quiet(40_000)
  })

  it('while a payout that was begun may still end', async () => {
    const payout = { pk: 'PAYOUT', sk: randomUUID() }
    await inShop(corner.served, () => transact([put(payout)]))
    expect(await waits(299_000)).toBe(true)
    await quiet(300_000)
    await inShop(corner.served, () => transact([deleteIfPresent(payout)]))
  })
})

describe('a shop that is deleted', () => {
  it('leaves nothing, and the others as they are', async () => {
    const similar = { pk: 'NOTE#@gone#USER', sk: 'ANA' }
    await inShop(corner.served, () => transact([put(similar)]))
    const others = await storedOf('corner')
    await importShop(file, hostOf('gone'), async () => moveCode)
    const gone = await recordOf('gone')
    const pictureOf = (shop: ShopRecord) =>
      inShop(currentOf(shop), () => readPicture(picture.slice(1)))
    expect(await pictureOf(gone)).toBeDefined()
    await removeShop(gone)
    expect(await pictureOf(gone)).toBeUndefined()
    expect(await storedOf('gone')).toBe(0)
    expect(await findShop('gone')).toBeUndefined()
    expect(await findHost('gone.localhost')).toBeUndefined()
    expect(await storedOf('corner')).toBe(others)
    expect(await inShop(corner.served, () => read(similar))).toBeDefined()
    expect((await till.admin.get(picture)).status).toBe(200)
    await importShop(file, hostOf('gone'), async () => moveCode)
    await changeShop(await recordOf('gone'), { state: 'open' })
    expect((await new Client(urlOf('gone')).get(picture)).status).toBe(200)
  })
})
