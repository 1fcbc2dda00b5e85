import { createHash } from 'node:crypto'
import { webhookEvents } from '../../../../shared/events/webhooks/webhook.ts'
import { Cloud } from '../cloud/cloud.ts'
import type { Evaluate } from '../machine/bundle.ts'
import { Random } from '../machine/random.ts'
import type { Attributes, Parameters } from '../table/values.ts'
import { bundleCents, priceCents } from './carts.ts'
import { Client } from './client.ts'
import { cookiesOf } from './sessions.ts'

/** A shop that is set up, before its first customer. */
export type Shop = {
  readonly items: readonly Attributes[]
  readonly cookies: readonly string[]
  /** Sessions of pages that keep the shop's data. */
  readonly pages: readonly (readonly string[])[]
  /** Sessions of screens that watch payments. */
  readonly screens: readonly (readonly string[])[]
  readonly userId: string
  /** Somebody else who may do everything, with their own session. */
  readonly colleague: {
    readonly id: string
    readonly name: string
    readonly pin: string
    readonly cookies: readonly string[]
  }
  readonly roleId: string
  readonly products: readonly { readonly id: string; readonly opening: number }[]
  /** A product that is sold as one of the first and two of the last. */
  readonly bundle: {
    readonly id: string
    readonly components: readonly {
      readonly componentId: string
      readonly quantity: number
    }[]
  }
  readonly taxes: readonly { readonly id: string; readonly name: string }[]
  readonly dishes: readonly string[]
  readonly tables: readonly string[]
  readonly spaceId: string
  readonly categoryId: string
  readonly agentToken: string
  /** Parameters with which the agent's queue was created when it was enrolled. */
  readonly queue: Parameters
}

const noFaults = { oneIn: 1, kinds: [], most: 0 }

/** Sets a shop up through the API, as every simulation begins with it. */
export async function openShop(evaluate: Evaluate): Promise<Shop> {
  const cloud = new Cloud(1, evaluate, noFaults)
  let shop: Shop | undefined
  let failure: unknown
  setUp(cloud).then(
    (made) => {
      shop = made
    },
    (error: unknown) => {
      failure = error
    },
  )
  await cloud.scheduler.run(() => shop !== undefined || failure !== undefined)
  if (!shop)
    throw new Error(`the shop could not be opened: ${cloud.log.join('\n')}`, {
      cause: failure,
    })
  return { ...shop, items: cloud.table.items() }
}

async function setUp(cloud: Cloud): Promise<Shop> {
  const random = new Random(1, 'opening')
  const anonymous = new Client(cloud, random, [])
  const done = async (answer: ReturnType<Client['send']>) => {
    const response = await answer
    if (!response || response.status >= 300) throw new Error(JSON.stringify(response))
    return response
  }
  const { body: owner } = await done(
    anonymous.send('POST', '/initial-setup', {
      businessType: 'store',
      businessName: 'Corner Shop',
      businessCurrency: 'USD',
      userName: 'Ana',
      userPassword: 'open sesame',
      userPin: '4321',
    }),
  )
  const logIn = async (name = 'Ana', pin = '4321') => {
    const { cookies } = await done(anonymous.send('POST', '/auth/login', { name, pin }))
    return cookiesOf(cookies)
  }
  const cookies = await logIn()
  const screens = [await logIn(), await logIn()]
  const pages = [await logIn(), await logIn()]
  const admin = new Client(cloud, random, cookies)
  const create = async (path: string, body: object) =>
    (await done(admin.send('POST', path, body))).body

  await done(
    admin.send('PUT', '/config', {
      businessName: 'Corner Shop',
      cashRoundingCents: 20,
      manualRate: { currency: 'USD', rate: 60_000 },
    }),
  )
  const ben = { name: 'Ben', pin: '2580' }
  const { id } = await create('/users', { ...ben, role: owner.roleId })
  const colleague = { ...ben, id: String(id), cookies: await logIn(ben.name, ben.pin) }
  const taxes = []
  for (const [name, ratePercent] of [
    ['VAT', 16],
    ['Food', 7.5],
  ] as const) {
    const isDefault = name === 'VAT'
    const { id } = await create('/taxes', { name, ratePercent, isDefault })
    taxes.push({ id: String(id), name })
  }
  const products = []
  for (const [at, opening] of [3, 8, 40].entries()) {
    const minimum = at === 1 ? opening : 0
    const product = {
      ...productOf(`P-${at}`),
      quantity: opening,
      minStockThreshold: minimum,
      priceCents,
    }
    // One of them has the default tax
    const { id } = await create('/products', { ...product, taxId: taxes[at]?.id })
    products.push({ id: String(id), opening })
  }
  const components = [
    { componentId: products[0]?.id ?? '', quantity: 1 },
    { componentId: products[2]?.id ?? '', quantity: 2 },
  ]
  const { id: bundleId } = await create('/products', {
    ...productOf('P-SET'),
    priceCents: bundleCents,
    isBundle: true,
    bundleComponents: components,
  })
  const category = await create('/categories', { name: 'Starters', type: 'dish' })
  const drinks = await create('/categories', { name: 'Drinks', type: 'dish' })
  const dishes = []
  for (const [at, name] of ['Soup', 'Bread', 'Tea'].entries()) {
    const taxId = taxes[at]?.id
    const dish = await create('/dishes', {
      name,
      price: 4.5,
      categoryId: (name === 'Tea' ? drinks : category).id,
      taxId,
    })
    dishes.push(String(dish.id))
  }
  const space = await create('/spaces', { name: 'Garden' })
  const tables = []
  for (const name of ['T1', 'T2']) {
    const table = await create('/tables', { name, spaceId: space.id })
    tables.push(String(table.id))
  }
  await create('/webhooks', { url: 'https://books.example', events: webhookEvents })
  const agentToken = await openPrinters(admin, create, [category.id, drinks.id])
  return {
    items: [],
    cookies,
    pages,
    screens,
    userId: owner.userId,
    colleague,
    roleId: owner.roleId,
    products,
    bundle: { id: String(bundleId), components },
    taxes,
    dishes,
    tables,
    spaceId: space.id,
    categoryId: category.id,
    agentToken,
    queue: cloud.queues.created()[0] ?? {},
  }
}

const productOf = (name: string) => ({
  SKU: name,
  name,
  costCents: 100,
  quantity: 0,
  minStockThreshold: 0,
  maxStockThreshold: 0,
})

/**
 * Enrols the agent with printers for receipts, for the kitchen and for the bar, and
 * configures these. Returns the agent's token.
 */
async function openPrinters(
  { cloud }: Client,
  create: (path: string, body: object) => Promise<{ enrolmentToken: string }>,
  [dishes, drinks]: readonly string[],
): Promise<string> {
  const { enrolmentToken } = await create('/agents', { name: 'counter' })
  const secret = createHash('sha256').update('agent').digest('base64url')
  const { body } = await cloud.request({
    method: 'POST',
    path: '/agents/exchange',
    body: { secret, servesNode: true },
    headers: { authorization: `Bearer ${enrolmentToken}` },
  })
  const token = `${body.agentId}.${secret}`
  const { status } = await cloud.request({
    method: 'POST',
    path: '/agents/report',
    body: heartbeat,
    headers: { authorization: `Bearer ${token}` },
  })
  if (status !== 200) throw new Error(`the agent's report: ${status}`)
  // It serves the node, too
  await cloud.invoke('tunnel', {
    isBase64Encoded: false,
    headers: { Authorization: `Bearer ${token}` },
    requestContext: { connectionId: 'tunnel', eventType: 'CONNECT' },
  })
  for (const [printerType, printerName, categoryId] of [
    ['CUSTOMER', 'Front'],
    ['KITCHEN', 'Kitchen', dishes],
    ['BAR', 'Bar', drinks],
  ]) {
    await create('/printers/configs', {
      printerType,
      printerName,
      isDefault: true,
      ...(categoryId && { categoryIds: [categoryId] }),
    })
  }
  return token
}

/** Report of the agent about itself. */
export const heartbeat = {
  printers: ['Front', 'Kitchen', 'Bar'].map((name) => ({
    name,
    kind: 'virtual' as const,
  })),
  version: '1',
  claimsJobs: true,
}
