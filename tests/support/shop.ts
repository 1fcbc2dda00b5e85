import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { startAgent } from '../../infra/local/agent.ts'
import { startLightningNode } from '../../infra/local/lightning-node/start.ts'
import { type InternalPorts, openShopApi } from '../../infra/local/shop.ts'
import '../../shared/localhost-names.ts'
import type { Pos } from '../../shared/client/pos.ts'
import {
  type CurrentShop,
  inShop,
  mainShop,
  serveOnly,
} from '../../shared/current-shop.ts'
import { signAccess } from '../../shared/people/auth/tokens.ts'
import {
  type PermissionName,
  packPermissions,
} from '../../shared/people/staff/permissions.ts'
import type { Expectations } from './answers/check-answer.ts'
import { CheckedClient } from './answers/checked-client.ts'
import { Client } from './client.ts'
import { deleteTable } from './delete-table.ts'
import { takePorts } from './own-ports.ts'
import { removeFolder } from './remove-folder.ts'
import { restoreEnvironment } from './restore-environment.ts'
import { watch } from './watch.ts'

/** The owner of every test shop. */
export const owner = { name: 'Ana', pin: '4321', password: 'wallet-secret' } as const

/** The secret that test shops share with their node. */
export let webhookSecret = 'webhook-secret-of-the-tests'
const webhookSecretOfMain = webhookSecret

const nodePassword = 'node-password-of-the-tests'

/** The secrets of every test shop. */
const secrets = { masterKey: '11'.repeat(32), webhookSecret, nodePassword }

export type ShopOptions = {
  /** Deployment options by their variables, see shared/platform/deployment/environment.ts. */
  readonly options?: Readonly<Record<string, string>>
  /** Leaves the shop without its initial setup. */
  readonly fresh?: boolean
  /** Puts the API behind a front door: it refuses requests without this secret. */
  readonly frontDoorSecret?: string
  /** Starts the simulated Lightning node, reached directly or through the agent. */
  readonly node?: 'direct' | 'tunnel'
  /** Starts the real print agent with virtual printers. */
  readonly agent?: boolean
  /** Looks up open invoices, as the cloud does where the node is called directly. */
  readonly looksUpInvoices?: boolean
  /** Follows the table's stream, as the cloud does. */
  readonly stream?: boolean
  /** A DynamoDB endpoint to use instead of the engine's own, such as the fault proxy's. */
  readonly dynamoDbEndpoint?: string
  /**
   * Serves a further shop of this id, at its own host; by default what POS_TEST_SHOP says.
   * The test then runs as that shop.
   */
  readonly shop?: string | undefined
  /** True if the API may answer 5xx; with its own endpoint it may. */
  readonly mayFail?: boolean
}

export type Shop = Awaited<ReturnType<typeof openShop>>

let endpointOfProcess: string | undefined

/**
 * Clients keep the first address that they call, so a shop gets the ports of the process's
 * first shop unless that one is still open.
 */
let firstPorts: InternalPorts | undefined
let firstPortsInUse = false

/**
 * Opens a shop on its own table: the whole API over real HTTP, in this process.
 * Close it with `shop.close()` in `afterAll`.
 */
export async function openShop({
  options = {},
  fresh = false,
  frontDoorSecret,
  mayFail,
  shop: shopId = process.env.POS_TEST_SHOP,
  node: nodeOption,
  agent: agentOption,
  looksUpInvoices = false,
  stream = false,
  dynamoDbEndpoint = inject('dynamoDbEndpoint'),
}: ShopOptions = {}) {
  // Only the main shop may have a node that is called directly.
  const nodeMode = nodeOption && shopId !== undefined ? 'tunnel' : nodeOption
  const withAgent = agentOption ?? nodeMode === 'tunnel'
  endpointOfProcess ??= dynamoDbEndpoint
  if (endpointOfProcess !== dynamoDbEndpoint) {
    throw new Error('the client of the table keeps its endpoint: give the file a process')
  }
  const environment = { ...process.env }
  const dataDir = await mkdtemp(join(tmpdir(), 'pos-test-'))
  const secretsFile = join(dataDir, 'secrets.json')
  await writeFile(secretsFile, JSON.stringify({ ...secrets, frontDoorSecret }))
  firstPorts ??= await takePorts()
  const internalPorts = firstPortsInUse ? await takePorts() : firstPorts
  if (internalPorts === firstPorts) firstPortsInUse = true
  const tableName = `shop-${randomUUID()}`
  const api = await openShopApi({
    port: 0,
    internalPorts,
    tableName,
    dynamoDbEndpoint,
    queuesEndpoint: inject('queuesEndpoint'),
    secretsFile,
    stream: stream ? {} : undefined,
    // A minute may end anywhere in a test: each invokes what it wants to run
    hasSchedule: false,
    looksUpInvoices,
    options: {
      ACCESS_TOKEN_SECONDS: '3600',
      // A file on a busy machine takes longer than the five minutes of a deployment
      WALLET_TOKEN_SECONDS: '3600',
      SHOP_RATE: '100000',
      LOCAL_RECEIVERS: 'true',
      ...options,
      ...(shopId !== undefined && { SHOP_DOMAIN: 'localhost' }),
    },
  })
  const served = shopId === undefined ? mainShop : await createFurtherShop(shopId)
  serveOnly(served)
  const url = served === mainShop ? api.url : urlOfShop(api.url, served.id)
  if (served !== mainShop) webhookSecret = await secretOfWebhooks()
  const node = nodeMode && (await startNode(url, dataDir, nodePassword))
  if (node && nodeMode === 'direct') process.env.NODE_URL = node.url
  // Without a simulated source or issuer, nothing listens there: no test asks a real one
  const simulator = `${node?.url ?? 'http://127.0.0.1:1'}/_simulator`
  process.env.RATE_SIMULATOR_URL = `${simulator}/rate`
  process.env.CARD_SIMULATOR_URL = `${simulator}/card`

  const expectations = {
    mayFail: mayFail ?? dynamoDbEndpoint !== inject('dynamoDbEndpoint'),
  }
  const doors = doorsOf(served, url, expectations)
  const setUp = fresh ? undefined : await setup(doors.anonymous().pos)
  let agent: Awaited<ReturnType<typeof startAgent>> | undefined
  if (withAgent) {
    const { enrolAgent } = await import('../../shared/agents/enrolment.ts')
    agent = await startAgent({
      baseUrl: url,
      dataDir,
      node: { url: node?.url ?? 'http://127.0.0.1:9', password: nodePassword },
      enrol: async () => (await enrolAgent('test agent')).enrolmentToken,
      log: console.error,
    })
  }

  const shop = {
    ...doors,
    ...membersOf(doors, served, setUp),
    /** Runs a function on an event, without the gateway. */
    invoke: api.invoke,
    limitExecutions: api.limitExecutions,
    dataDir,
    /** The simulated node; `pay` receives an invoice or a payment hash. */
    node: node as NonNullable<typeof node>,
    /** Waits until the agent's printers are available. */
    printers: async (client: Client): Promise<string[]> => {
      for (let tries = 0; tries < 1_200; tries += 1) {
        const { body } = await client.get('/printers/available')
        if (body.length > 0) return body
        await sleep(50)
      }
      throw new Error('no printer became available')
    },
    /** Names of the pictures printed so far. */
    printed: async () =>
      (await readdir(join(dataDir, 'printed')).catch(() => [])).filter((name) =>
        name.endsWith('.png'),
      ),
    watch: (client: Client, path?: string) => watch(url, client, path),
    loseNetwork: api.loseNetwork,
    close: async () => {
      await agent?.close()
      await api.close()
      if (internalPorts === firstPorts) firstPortsInUse = false
      await node?.close()
      await deleteTable(tableName)
      await removeFolder(dataDir)
      restoreEnvironment(environment)
      serveOnly(mainShop)
      webhookSecret = webhookSecretOfMain
    },
  }
  if (nodeMode === 'tunnel') await untilTunnelOpen(await shop.admin())
  return shop
}

type Doors = ReturnType<typeof doorsOf>

/** The ways into a shop. */
function doorsOf(served: CurrentShop, url: string, expectations: Expectations) {
  const anonymous = (cookies: Readonly<Record<string, string>> = {}) =>
    new CheckedClient(url, cookies, expectations)
  const login = async (credentials: { name: string; pin: string } = owner) => {
    const client = anonymous()
    await client.pos.auth.login({ body: credentials })
    return client
  }
  return {
    url,
    served,
    /** A client with these cookies. */
    anonymous,
    /** A separate session for the shop's owner. */
    admin: () => login(),
    login,
  }
}

/** The owner of a shop, and clients with tokens that nobody has logged in for. */
function membersOf(
  { anonymous }: Doors,
  served: CurrentShop,
  setUp: { readonly userId: string; readonly roleId: string } | undefined,
) {
  const token = (...caller: Parameters<typeof tokenOf>) =>
    inShop(served, () => tokenOf(...caller))
  const { userId = '', roleId = '' } = setUp ?? {}
  return {
    ownerId: userId,
    roleId,
    /** A client whose token has these permissions and is not an administrator's. */
    userWith: (...permissions: PermissionName[]) =>
      token(anonymous, userId || randomUUID(), roleId || null, permissions),
    /** A client whose token names this user, who need not exist. */
    userFor: (id: string) => token(anonymous, id, null, []),
  }
}

/** Opens another further shop in a deployment that has some, and sets it up. */
export async function openBeside(shop: Shop, id: string): Promise<Shop> {
  const served = await createFurtherShop(id)
  const { host } = new URL(shop.url)
  const url = shop.url.replace(host, host.replace(/^[^.]*/, id))
  const doors = doorsOf(served, url, {})
  const setUp = await setup(doors.anonymous().pos)
  return {
    ...shop,
    ...doors,
    ...membersOf(doors, served, setUp),
    watch: (client: Client, path?: string) => watch(url, client, path),
  }
}

async function untilTunnelOpen(admin: CheckedClient): Promise<void> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    const { body } = await admin.get('/agents')
    if (body[0]?.tunnelConnected) return
    await sleep(50)
  }
  throw new Error('the agent has opened no tunnel')
}

async function tokenOf(
  clientWith: (cookies: Readonly<Record<string, string>>) => CheckedClient,
  userId: string,
  roleId: string | null,
  permissions: readonly PermissionName[],
) {
  const accessToken = await signAccess({
    userId,
    roleId,
    isAdmin: false,
    sessionId: randomUUID(),
    permissions: packPermissions(permissions),
  })
  return clientWith({ accessToken })
}

async function setup(pos: Pos) {
  const made = await pos.setup.setUp({
    body: {
      businessType: 'store',
      businessName: 'Corner Shop',
      businessCurrency: 'USD',
      userName: owner.name,
      userPassword: owner.password,
      userPin: owner.pin,
    },
  })
  if ('userId' in made) return made
  throw new Error(`setup: ${made.message}`)
}

/** Opens a further shop in the deployment of this process. */
async function createFurtherShop(id: string): Promise<CurrentShop> {
  const { createShop, currentOf } = await import(
    '../../shared/platform/shops/shop-records.ts'
  )
  // Functions remember a host for five seconds, also that of another file's shop of this id
  const given = { keyVersions: {} }
  return currentOf(await createShop(id, [`${id}.localhost`], Date.now(), given))
}

const urlOfShop = (url: string, id: string) => url.replace('127.0.0.1', `${id}.localhost`)

const secretOfWebhooks = async () =>
  (await import('../../shared/platform/deployment/secrets.ts')).secret('webhook-secret')

/** Of a node that can receive 2,000,000,000 satoshis. */
const manyTimesEnough = { balanceSat: 1_000_000, capacitySat: 2_021_212_122 }

async function startNode(shopUrl: string, dataDir: string, password: string) {
  const node = await startLightningNode({
    port: 0,
    dataDir: join(dataDir, 'node'),
    webhookUrl: `${shopUrl}/webhook/node`,
    webhookSecret,
    password,
    limitedPassword: randomBytes(8).toString('hex'),
    // It never has to grow, so no fee is taken unless a test says so
    channel: manyTimesEnough,
  })
  const control = new Client(node.url)
  return {
    ...node,
    pay: (payment: object) => control.post('/_simulator/pay', payment),
    faults: (faults: object) => control.post('/_simulator/faults', faults),
    clearFaults: () => control.del('/_simulator/faults'),
    invoice: (input: object) => control.post('/_simulator/invoice', input),
    /** Issues a card; each call of what it returns holds it to the phone. */
    card: async (terms: object = {}) => {
      const { body: card } = await control.post('/_simulator/card', terms)
      return async () => {
        const { body } = await control.post('/_simulator/tap', card)
        return (body as { lnurl: string }).lnurl
      }
    },
  }
}
