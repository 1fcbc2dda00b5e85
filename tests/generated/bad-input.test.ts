import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Client } from '../../infra/local/client.ts'
import type { Endpoint } from '../../shared/http/endpoint.ts'
import { currencies } from '../../shared/money/currencies.ts'
import { paymentMethods } from '../../shared/money/payment-methods.ts'
import { permissions } from '../../shared/staff/permissions.ts'
import { bearer, enrolAgent } from '../support/on-site-agent.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openWallet } from '../support/wallet-client.ts'
import { type Attempt, attemptsAt, type Known } from './bad-input.ts'
import { everyEndpoint } from './endpoints.ts'
import { everyRecord } from './records.ts'

let shop: Shop
let admin: Client
let known: Known
let agentToken: string

beforeAll(async () => {
  shop = await openShop({
    node: 'direct',
    options: { TRUSTED_PROXIES: '127.0.0.1' },
  })
  admin = await shop.admin()
  agentToken = (await enrolAgent(shop, admin)).token
  known = await stock()
})
afterAll(() => shop.close())

/** One record of each kind, so that requests get beyond the checks of their form. */
async function stock(): Promise<Known> {
  const add = async (path: string, body: object): Promise<string> =>
    (await admin.post(path, body)).body.id
  const category = await add('/categories', { name: 'Drinks', type: 'product' })
  const menu = await add('/categories', { name: 'Hot', type: 'dish' })
  const role = await add('/roles', { role: 'waiter', isAdmin: false })
  const user = await add('/users', { name: 'Bo', pin: '1234', role })
  const space = await add('/spaces', { name: 'Hall' })
  const table = await add('/tables', { name: 'One', spaceId: space })
  const limits = { minStockThreshold: 0, maxStockThreshold: 0 }
  const prices = { costCents: 1, priceCents: 2, quantity: 10 }
  const dish = await add('/dishes', { name: 'Soup', price: 3, categoryId: menu })
  const order = await add('/orders', { userId: user, tableId: table, status: 'open' })
  return {
    categor: category,
    role,
    user,
    space,
    table,
    product: await add('/products', { name: 'Tea', ...prices, ...limits }),
    dish,
    order,
    method: paymentMethods[0]?.id ?? '',
    paymentmethod: paymentMethods[0]?.id ?? '',
    currenc: currencies[0]?.id ?? '',
    paymenthash: 'f'.repeat(64),
  }
}

/** Failures of other services that the contract answers with a 5xx. */
const isDocumented = ({ path }: Endpoint, { status, body }: Answer) =>
  body?.source === 'node' ||
  (status === 503 && path === '/printers/print') ||
  (status === 503 && path === '/agents/credentials')

async function callerFor({ access }: Endpoint): Promise<Client> {
  if (access === 'wallet' || access === 'administrator') return openWallet(shop)
  return shop.userWith(...permissions.map(({ name }) => name))
}

/** An address of its own: the login limiter is to refuse attempts, not the test. */
const elsewhere = { 'x-forwarded-for': '203.0.113.7' }

const send = (client: Client, { method, path }: Endpoint, attempt: Attempt) =>
  client.send(
    method,
    `${path.replace(/\{\w+\}/g, () => attempt.segment)}?${attempt.query}`,
    attempt.body,
    { ...bearer(agentToken), ...elsewhere, ...attempt.headers },
  )

/** Deletions come last, so that the others meet records. */
const inOrder = everyEndpoint.toSorted(
  ([, one], [, other]) =>
    Number(one.method === 'DELETE') - Number(other.method === 'DELETE'),
)

describe.each(inOrder)('%s', (_key, endpoint) => {
  const isRead = endpoint.method === 'GET'

  it('answers bad input with a refusal that changes nothing', async () => {
    const client = await callerFor(endpoint)
    const attempts = fc.sample(attemptsAt(endpoint, known), {
      seed: 2_026,
      numRuns: isRead ? 10 : 20,
    })
    const refused: Attempt[] = []
    for (const attempt of attempts) {
      const answer = await send(client, endpoint, attempt)
      if (!isDocumented(endpoint, answer)) {
        expect(answer.status, JSON.stringify(attempt)).toBeLessThan(500)
      }
      if (answer.status >= 400) refused.push(attempt)
    }
    await changesNothing(client, endpoint, refused)
  })
})

/** Sends what was refused once more, and compares the whole table before and after. */
async function changesNothing(client: Client, endpoint: Endpoint, refused: Attempt[]) {
  let before = await records()
  for (const attempt of refused) {
    const { status } = await send(client, endpoint, attempt)
    // Another attempt made it possible meanwhile, which is a change of its own
    if (status < 400) before = await records()
  }
  expect(await records()).toEqual(before)
}

const records = () => everyRecord(process.env.TABLE_NAME ?? '')
