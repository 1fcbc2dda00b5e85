import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, expect, test, vi } from 'vitest'
import '../../shared/localhost-names.ts'
import { type Answer, Client } from '../support/client.ts'
import { png } from '../support/pictures.ts'
import { ticketData } from '../support/printing.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { methodId, usd } from '../support/till.ts'
import { uploadFiles } from '../support/upload-form.ts'
import { agentProgram, runSystem, shopsProgram } from './running-system.ts'

const folder = await mkdtemp(join(tmpdir(), 'pos-move-'))
afterAll(() => removeFolder(folder))

const file = join(folder, 'corner.ndjson.gz')
const lastFile = join(folder, 'corner-last.ndjson')

const settings = { POS_ACCESS_TOKEN_SECONDS: '3600' }
const from = {
  ...settings,
  POS_DATA_DIR: join(folder, 'from'),
  POS_SHOPS: 'corner,cafe',
}
const to = { ...settings, POS_DATA_DIR: join(folder, 'to'), POS_SHOPS: 'bar' }

const shops = (deployment: typeof from, ...args: string[]) =>
  runSystem(deployment, [process.execPath, shopsProgram, '--local', ...args]).ended

/** Runs a command that must succeed, and returns what it printed. */
async function done(deployment: typeof from, ...args: string[]): Promise<string> {
  const { code, output } = await shops(deployment, ...args)
  expect({ code, output }).toMatchObject({ code: 0 })
  return output
}

const cornerOf = (url: string) => url.replace('127.0.0.1', 'corner.localhost')

const ana = { name: 'Ana', pin: '4321' }

type Sold = { readonly key: string; readonly cart: object; readonly answer: Answer }

/**
 * A till that sells as fast as it is answered. A sale that is refused for now is repeated
 * with its key until it succeeds, at the address that the shop has by then.
 */
function openTill(client: Client, cart: object) {
  const sold: Sold[] = []
  const refusals: Answer[] = []
  let address = client
  let isOpen = true
  const sell = async () => {
    while (isOpen) {
      const key = randomUUID()
      for (;;) {
        const answer = await address.post('/store/orders/checkout', cart, {
          'idempotency-key': key,
        })
        if (answer.status === 201) {
          sold.push({ key, cart, answer })
          break
        }
        refusals.push(answer)
        if (!isOpen) break
        await sleep(200)
      }
    }
  }
  const selling = sell()
  return {
    sold,
    refusals,
    goTo: (next: Client) => {
      address = next
    },
    close: async () => {
      isOpen = false
      await selling
    },
  }
}

/** Runs the shop's agent, with the secret that it has, against the new deployment. */
async function moveAgent(baseUrl: string) {
  const { POS_DATA_DIR } = from
  const stateDir = join(POS_DATA_DIR, 'shops', 'corner', 'agent-moved')
  await cp(join(POS_DATA_DIR, 'shops', 'corner', 'agent'), stateDir, { recursive: true })
  const configFile = join(stateDir, 'config.json')
  const config = JSON.parse(await readFile(configFile, 'utf8'))
  await writeFile(configFile, JSON.stringify({ ...config, baseUrl, stateDir }))
  return runSystem(from, [process.execPath, agentProgram, configFile])
}

/** Prints a page on a printer of the shop's agent. */
async function printOne(client: Client) {
  const printerType = 'KITCHEN'
  const printer = { printerType, printerName: 'bar', templateName: 'Kitchen' }
  const printerId = (await client.post('/printers/configs', printer)).body.id
  const job = { printerType, printerId, templateName: 'Kitchen', ticketData }
  expect((await client.post('/printers/print', job)).status).toBe(200)
  const printed = join(from.POS_DATA_DIR, 'shops', 'corner', 'printed')
  await vi.waitFor(async () => expect(await readdir(printed)).not.toEqual([]), {
    timeout: 60_000,
  })
}

/** Leaves a shop as a deletion does that was interrupted after the export. */
async function beginDeletion(id: string) {
  const running = await readFile(join(from.POS_DATA_DIR, 'running.json'), 'utf8')
  const { AWS_ENDPOINT_URL_DYNAMODB: endpoint } = JSON.parse(running)
  const Key = { pk: { S: 'SHOPS' }, sk: { S: id } }
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials })
  await client.send(
    new UpdateItemCommand({
      TableName: 'lightning-pos',
      Key,
      UpdateExpression: 'SET unfinished = :deletion',
      ExpressionAttributeValues: { ':deletion': { S: 'deletion' } },
    }),
  )
}

test('a shop moves to another deployment while its tills sell', async () => {
  const [old, next] = [runSystem(from), runSystem(to)]
  const [oldUrl, nextUrl] = (await Promise.all([old.url(), next.url()])).map(cornerOf)
  const admin = new Client(oldUrl ?? '')
  const setUp = await admin.post('/initial-setup', {
    businessType: 'store',
    businessName: 'Corner',
    businessCurrency: 'USD',
    userName: 'Ana',
    userPassword: 'wallet',
    userPin: '4321',
  })
  const { userId } = setUp.body
  await admin.post('/auth/login', ana)
  const picture = (await uploadFiles(admin, { bytes: png })).body.uploads[0].path
  const carts: object[] = []
  for (const name of ['Tea', 'Cake', 'Juice', 'Soup']) {
    const product = {
      SKU: name,
      name,
      costCents: 100,
      categoryIds: [],
      quantity: 1_000_000,
      minStockThreshold: 0,
      maxStockThreshold: 0,
      priceCents: 250,
    }
    const productId = (await admin.post('/products', product)).body.id
    carts.push({
      userId,
      items: [{ productId, quantity: 2, priceAtOrder: 250 }],
      paymentMethodId: methodId('Cash'),
      currencyId: usd,
      amount: 5,
    })
  }
  const tills = await Promise.all(
    carts.map(async (cart) => {
      const client = new Client(oldUrl ?? '')
      await client.post('/auth/login', ana)
      return openTill(client, cart)
    }),
  )
  await vi.waitFor(() => expect(tills.every(({ sold }) => sold.length > 5)).toBe(true), {
    timeout: 60_000,
  })

  const early = await shops(from, 'export', 'corner', '--to', file)
  expect(early).toMatchObject({ code: 1, output: expect.stringContaining('is open') })
  await done(from, 'read-only', 'corner')
  // Tills still sell: functions use what they know of the host for five seconds
  const exported = await done(from, 'export', 'corner', '--to', file)
  const [refusal] = tills.flatMap(({ refusals }) => refusals)
  expect(refusal).toMatchObject({
    status: 503,
    body: { message: expect.stringContaining('being moved') },
  })
  expect(refusal?.headers.get('retry-after')).toBe('60')

  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const [, code = ''] = /^move code (\S+)$/m.exec(exported) ?? []
  const importing = ['import', 'corner', '--from', file, '--host', 'corner.localhost']
  await done(to, ...importing, '--code', code)
  // Cookies stay with the host
  const reader = new Client(nextUrl ?? '', Object.fromEntries(admin.cookies))
  for (const path of ['/products', '/orders/with-payments', '/users', '/audit']) {
    const { status, body } = await admin.get(path)
    expect({ path, status }).toEqual({ path, status: 200 })
    expect((await reader.get(path)).body).toEqual(body)
  }
  const moved = new Client(nextUrl ?? '')
  expect((await moved.post('/auth/login', ana)).status).toBe(503)
  await done(from, 'suspend', 'corner')
  await done(to, 'resume', 'corner')
  await vi.waitFor(
    async () => expect((await moved.post('/auth/login', ana)).status).toBe(200),
    { timeout: 60_000 },
  )
  expect((await reader.post('/auth/refresh')).status).toBe(200)
  const before = tills.map(({ sold }) => sold.length)

  for (const [at, till] of tills.entries()) {
    // Cookies stay with the host; a till at another host logs in again
    const client = new Client(
      nextUrl ?? '',
      at === 0 ? Object.fromEntries(admin.cookies) : {},
    )
    if (at > 0) await client.post('/auth/login', ana)
    till.goTo(client)
  }
  await vi.waitFor(
    () =>
      expect(tills.every(({ sold }, at) => sold.length > (before[at] ?? 0) + 3)).toBe(
        true,
      ),
    { timeout: 60_000 },
  )
  await Promise.all(tills.map((till) => till.close()))

  const sold = tills.flatMap((till) => till.sold)
  const orders = (await moved.get('/store/orders')).body as { id: string }[]
  const answered = sold.map(({ answer }) => String(answer.body.orderId))
  expect(orders.map(({ id }) => id).toSorted()).toEqual(answered.toSorted())
  expect(before.reduce((sum, count) => sum + count)).toBeGreaterThan(20)
  for (const { key, cart, answer } of [
    sold[0],
    ...tills.map((till) => till.sold.at(-1)),
  ].filter((each) => each !== undefined)) {
    const headers = { 'idempotency-key': key }
    const repeated = await moved.post('/store/orders/checkout', cart, headers)
    expect(repeated.body).toEqual(answer.body)
  }
  const left = (await moved.get('/products')).body as { quantity: number }[]
  const units = left.reduce((sum, { quantity }) => sum + (1_000_000 - quantity), 0)
  expect(units).toBe(2 * sold.length)
  expect((await moved.get(picture)).headers.get('content-type')).toBe('image/png')
  expect((await new Client(oldUrl ?? '').get('/products')).status).toBe(403)

  const agent = await moveAgent(nextUrl ?? '')
  await printOne(moved)
  await agent.stop()

  const deleted = await done(from, 'delete', 'corner', '--to', lastFile, '--yes')
  expect(deleted).toContain('corner is deleted')
  expect(await done(from, 'list')).not.toContain('corner')
  expect(await readFile(lastFile, 'utf8')).toContain('"End"')

  expect(
    (await new Client(oldUrl?.replace('corner', 'cafe') ?? '').get('/initial-setup'))
      .status,
  ).toBe(200)

  await beginDeletion('cafe')
  const resumed = await shops(from, 'resume', 'cafe')
  expect(resumed).toMatchObject({ code: 1, output: expect.stringContaining('not ended') })
  await done(from, 'delete', 'cafe', '--yes')
  expect(await shops(from, 'list')).toMatchObject({ code: 0, output: '' })
}, 240_000)
