import { once } from 'node:events'
import { mkdtemp, readFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, describe, expect, test } from 'vitest'
import { Client } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { methodId, usd } from '../support/till.ts'
import { isLoopback, listeningSockets, processTree } from './processes.ts'
import {
  hasIpv6,
  networkAddress,
  program,
  resetProgram,
  runSystem,
} from './running-system.ts'

const folder = await mkdtemp(join(tmpdir(), 'pos-system-'))
const dataDir = join(folder, 'kept')

afterAll(() => removeFolder(folder))

const createDataDir = () => mkdtemp(join(folder, 'other-'))

const run = (settings: Record<string, string> = {}, command?: string[]) =>
  runSystem({ POS_DATA_DIR: dataDir, ...settings }, command)

const json = async (url: string, init?: RequestInit) => (await fetch(url, init)).json()

const owner = {
  businessType: 'store',
  businessName: 'Corner Shop',
  businessCurrency: 'USD',
  userName: 'Ana',
  userPassword: 'wallet',
  userPin: '4321',
}

/** A process may have ended with the one that had started it. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Runs `npm run reset-pin` on the data directory of the first test. */
const resetPin = async (pin: string) => {
  const args = ['--local', '--name', 'Ana', '--pin', pin]
  const { code, output } = await run({}, [process.execPath, resetProgram, ...args]).ended
  expect({ code, output }).toMatchObject({ code: 0 })
}

/** Counts the openings of the agent's tunnel, also in runs before. */
const countTunnelsOpened = async () => {
  const log = await readFile(join(dataDir, 'agent.log'), 'utf8').catch(() => '')
  return log.split('"tunnel-open"').length - 1
}

/** Reads and writes the table of a running system. */
const tableOf = (system: ReturnType<typeof run>) => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const endpoint = engineOf(system)
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials })
  return DynamoDBDocumentClient.from(client)
}
const TableName = 'lightning-pos'
const expiring = (sk: string) => ({ pk: 'TUNNEL#test', sk })

/** The address of the engine of a running system. */
const engineOf = (system: ReturnType<typeof run>) =>
  /DynamoDB +(http:\S+)/.exec(system.output())?.[1] ?? ''

const portOf = (system: ReturnType<typeof run>, part: string) =>
  Number(new RegExp(`${part} +http://\\S+:(\\d+)$`, 'm').exec(system.output())?.[1])

const otherParts = ['DynamoDB', 'SQS, S3', 'Lightning node, simulated']

/** The processes of a running system; on other platforms than Linux its first alone. */
const processesOf = ({ pid }: ReturnType<typeof run>) =>
  readsSockets ? processTree(pid) : [pid]

/** The sockets of a running system. Linux only. */
const socketsOf = (system: ReturnType<typeof run>) =>
  listeningSockets(processTree(system.pid))

// Reads sockets and processes from /proc, which only Linux has.
const readsSockets = process.platform === 'linux'

async function connectResult(host: string, port: number): Promise<string> {
  const socket = connect(port, host)
  try {
    await once(socket, 'connect')
    return 'connected'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  } finally {
    socket.destroy()
  }
}

/** Stops `npm start` by a signal; expects that every process ends. */
async function stopNpm(system: ReturnType<typeof run>, signal: NodeJS.Signals) {
  const [url, dynamoDb] = [await system.url(), engineOf(system)]
  await fetch(dynamoDb)
  await system.stop(signal)
  await expect(fetch(url)).rejects.toThrow()
  await expect(fetch(dynamoDb)).rejects.toThrow()
  expect(system.output()).toContain('stopping ...')
}

async function expectOnlyApiInNetwork(system: ReturnType<typeof run>) {
  const apiPort = portOf(system, 'API')
  if (readsSockets) {
    expect(socketsOf(system).filter((socket) => !isLoopback(socket))).toEqual([
      expect.objectContaining({ address: '0.0.0.0', port: apiPort }),
    ])
  }
  if (networkAddress) {
    const from = (port: number) => connectResult(networkAddress ?? '', port)
    expect(await from(apiPort)).toBe('connected')
    expect(
      await Promise.all(otherParts.map((part) => from(portOf(system, part)))),
    ).toEqual(otherParts.map(() => 'ECONNREFUSED'))
  }
}

const stock = 100_000

// A start takes seconds: these tests follow one another on one data directory.
describe('a system', () => {
  test('starts on loopback, refuses another on its data, and ends when npm forwards SIGINT', async () => {
    const system = run({}, ['npm', 'start'])
    const url = await system.url()
    expect(await json(`${url}/api/health`)).toMatchObject({ status: 'healthy' })
    const setup = await fetch(`${url}/initial-setup`, {
      method: 'POST',
      body: JSON.stringify(owner),
    })
    expect(setup.status).toBe(201)
    await eventually(async () => expect(await countTunnelsOpened()).toBeGreaterThan(0))
    if (readsSockets) {
      const sockets = socketsOf(system)
      const ports = ['API', ...otherParts].map((part) => portOf(system, part))
      expect(sockets.map(({ port }) => port)).toEqual(expect.arrayContaining(ports))
      expect(sockets.filter((socket) => !isLoopback(socket))).toEqual([])
    }

    const { code, output } = await run().ended
    expect(code).toBe(1)
    expect(output).toMatch(
      /^Another system runs on .+: stop it, or choose .+POS_DATA_DIR/,
    )
    await stopNpm(system, 'SIGINT')
  })

  /** Sales that the tills knew of before the system was killed. */
  const sold: string[] = []
  let productId = ''

  test('keeps its data; a PIN is reset while it is off and while it runs; is killed in mid-sale', async () => {
    await resetPin('9753')
    const before = await countTunnelsOpened()
    const system = run({ POS_HOST: '0.0.0.0' })
    const url = `http://127.0.0.1:${new URL(await system.url()).port}`
    expect(await json(`${url}/initial-setup`)).toMatchObject({ initialized: true })
    const login = (pin: string) =>
      fetch(`${url}/auth/login`, {
        method: 'POST',
        body: JSON.stringify({ name: 'Ana', pin }),
      })
    expect((await login('9753')).status).toBe(200)
    await resetPin('8642')
    expect((await login('9753')).status).toBe(401)
    expect((await login('8642')).status).toBe(200)
    await eventually(async () =>
      expect(await countTunnelsOpened()).toBeGreaterThan(before),
    )
    await expectOnlyApiInNetwork(system)

    const till = new Client(url)
    const { body } = await till.post('/auth/login', { name: 'Ana', pin: '8642' })
    const created = await till.post('/products', {
      SKU: 'c',
      name: 'Coffee',
      costCents: 100,
      categoryIds: [],
      quantity: stock,
      minStockThreshold: 0,
      maxStockThreshold: 0,
      priceCents: 250,
    })
    productId = created.body.id
    const sell = async () => {
      const { status, body: sale } = await till.post('/store/orders/checkout', {
        userId: body.user.userId,
        items: [{ productId, quantity: 1, priceAtOrder: 250 }],
        paymentMethodId: methodId('Cash'),
        currencyId: usd,
        amount: 2.5,
      })
      expect(status).toBe(201)
      sold.push(sale.orderId)
      await sell()
    }
    const tills = Array.from({ length: 5 }, () => sell().catch(() => 'killed'))
    await eventually(() => expect(sold.length).toBeGreaterThan(20))
    const inAnHour = Math.floor(Date.now() / 1_000) + 3_600
    for (const Item of [
      { ...expiring('old'), expiresAt: 1_700_000_000 },
      { ...expiring('new'), expiresAt: inAnHour },
    ]) {
      await tableOf(system).send(new PutCommand({ TableName, Item }))
    }
    for (const pid of processesOf(system)) kill(pid)
    await Promise.all(tills)
    await system.ended
  })

  test('starts after SIGKILL with every sale, removes what has expired, on an IPv6 address too, and ends by SIGTERM', async () => {
    const [POS_HOST, host] = hasIpv6 ? ['::1', '[::1]'] : ['127.0.0.1', '127.0.0.1']
    const next = run({ POS_HOST }, ['npm', 'start'])
    const url = await next.url()
    const admin = new Client(url)
    await admin.post('/auth/login', { name: 'Ana', pin: '8642' })
    const orders: { id: string }[] = (await admin.get('/store/orders')).body
    expect(orders.map(({ id }) => id)).toEqual(expect.arrayContaining(sold))
    expect((await admin.get('/payments')).body).toHaveLength(orders.length)
    const { body: product } = await admin.get(`/products/${productId}`)
    expect(product.quantity).toBe(stock - orders.length)
    expect(url.slice(0, url.lastIndexOf(':'))).toBe(`http://${host}`)
    expect(await json(`${url}/api/health`)).toMatchObject({ status: 'healthy' })
    expect(next.output()).toContain(`${url.replace('http', 'ws')}/ws/payments`)
    const has = async (sk: string) =>
      (await tableOf(next).send(new GetCommand({ TableName, Key: expiring(sk) }))).Item
    await eventually(async () => expect(await has('old')).toBeUndefined())
    expect(await has('new')).toBeDefined()
    await stopNpm(next, 'SIGTERM')
  })
})

test('reports a taken port', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  for (const name of ['POS_PORT', 'POS_NODE_PORT']) {
    const settings = { [name]: String(port), POS_DATA_DIR: await createDataDir() }
    const { code, output } = await run(settings).ended
    expect(code).toBe(1)
    expect(output).toContain(`Port ${port} is taken by another program`)
  }
  other.close()
})

test.each([
  ['192.0.2.1', 'POS_HOST: 192.0.2.1 is not an address of this machine'],
  [
    'no.such.host.invalid',
    'POS_HOST: no.such.host.invalid is not an address of this machine',
  ],
])(
  'reports a host that is not an address of this machine: %s',
  async (POS_HOST, message) => {
    const { code, output } = await run({ POS_HOST, POS_DATA_DIR: await createDataDir() })
      .ended
    expect(code).toBe(1)
    expect(output).toContain(message)
  },
)

test('reports a data directory that is a file', async () => {
  const { code, output } = await run({ POS_DATA_DIR: program }).ended
  expect(code).toBe(1)
  expect(output).toMatch(/^POS_DATA_DIR: EEXIST/)
})

test('reports wrong settings before anything starts', async () => {
  const { code, output } = await run({ POS_VERIFY_CHECKOUT: 'maybe' }).ended
  expect(code).toBe(2)
  expect(output).toMatch(/^Wrong settings:\nPOS_VERIFY_CHECKOUT: /)
})
