import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissions } from '../../shared/people/staff/permissions.ts'
import type { Endpoint } from '../../shared/platform/http/endpoint.ts'
import type { Client } from '../support/client.ts'
import { bearer, enrolAgent } from '../support/on-site-agent.ts'
import { isLongRun, scaled } from '../support/scale.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openWallet } from '../support/wallet-client.ts'
import { type BadRequest, badRequestsTo, type Ids } from './bad-input.ts'
import { isDocumentedFailure } from './documented-failures.ts'
import { allEndpoints } from './endpoints.ts'
import { createOneOfEach } from './one-of-each.ts'
import { allRecords } from './records.ts'

let shop: Shop
let admin: Client
let existingIds: Ids
let agentToken: string

beforeAll(async () => {
  shop = await openShop({
    node: 'direct',
    options: { TRUSTED_PROXIES: '127.0.0.1', TILLS: 'true' },
  })
  admin = await shop.admin()
  agentToken = (await enrolAgent(shop, admin)).token
  existingIds = await createOneOfEach(admin)
})
afterAll(() => shop.close())

async function openCaller({ access }: Endpoint): Promise<Client> {
  if (access === 'wallet' || access === 'administrator') return openWallet(shop)
  return shop.userWith(...permissions.map(({ name }) => name))
}

/** The callers of the endpoints that change no session, user or role, by their access. */
const shared = new Map<string, Promise<Client>>()

function callerFor(endpoint: Endpoint): Promise<Client> {
  const { access, path } = endpoint
  if (/^\/(auth|users|roles)(\/|$)/.test(path)) return openCaller(endpoint)
  const kind = access === 'wallet' || access === 'administrator' ? 'wallet' : 'user'
  const caller = shared.get(kind) ?? openCaller(endpoint)
  shared.set(kind, caller)
  return caller
}

/** An own client address, so that the login rate limit does not block the test's logins. */
const ownClientAddress = { 'x-forwarded-for': '203.0.113.7' }

const send = (client: Client, { method, path }: Endpoint, request: BadRequest) =>
  client.send(
    method,
    `${path.replace(/\{\w+\}/g, () => request.segment)}?${request.query}`,
    request.body,
    { ...bearer(agentToken), ...ownClientAddress, ...request.headers },
  )

/** Deletions come last, so that the other endpoints find their records. */
const deletionsLast = allEndpoints.toSorted(
  ([, one], [, other]) =>
    Number(one.method === 'DELETE') - Number(other.method === 'DELETE'),
)

/** Equal cases in every `npm test`, new ones in each round of `npm run test:long`. */
const seed = isLongRun ? Date.now() : 2_026

describe.each(deletionsLast)('%s', (_key, endpoint) => {
  const isRead = endpoint.method === 'GET'

  it('rejects bad input without changing a record', async () => {
    const client = await callerFor(endpoint)
    known ??= await records()
    const requests = fc.sample(badRequestsTo(endpoint, existingIds), {
      seed,
      numRuns: isRead ? scaled(1, 10) : scaled(2, 20),
    })
    for (const request of requests) {
      const answer = await send(client, endpoint, request)
      if (!isDocumentedFailure(endpoint, answer)) {
        expect(answer.status, `seed ${seed}: ${JSON.stringify(request)}`).toBeLessThan(
          500,
        )
      }
      // Some are valid by chance: then the change is correct
      if (answer.status < 400) known = await records()
    }
    const before = known
    known = await records()
    expect(known).toEqual(before)
  })
})

/** The records as they were after the last change that was accepted. */
let known: Awaited<ReturnType<typeof records>>

const records = () => allRecords(process.env.TABLE_NAME ?? '')
