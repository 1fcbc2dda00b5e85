import { groups } from '../../../../functions/all.ts'
import { Cloud } from '../cloud/cloud.ts'
import type { HttpRequest } from '../cloud/http.ts'
import { type Evaluate, functionNames } from '../machine/bundle.ts'
import { Random } from '../machine/random.ts'
import type { Shop } from '../shop/opening.ts'
import type { Attributes } from '../table/values.ts'
import type { Findings } from './records.ts'

const dayMs = 24 * 60 * 60_000

/** Each is beyond the lifetime of more kinds of records. */
const laterMs = [1.1 * dayMs, 8 * dayMs, 32 * dayMs, 402 * dayMs]

/** Longest delay until DynamoDB deletes an expired record. */
const lagMs = 2 * dayMs

const noFaults = { oneIn: 1, kinds: [], most: 0 }

/** A POST that was sent under a key, which may be sent again. */
export type Keyed = Pick<HttpRequest, 'path' | 'body' | 'headers' | 'cookies'>

/**
 * Time passes far beyond what records live. Whether those that have expired are deleted,
 * are still there, or some of them are, all lists and repeated requests answer the same.
 */
export async function compareTwins(
  cloud: Cloud,
  { evaluate, shop, keyed }: { evaluate: Evaluate; shop: Shop; keyed: readonly Keyed[] },
  seed: number,
  findings: Findings,
): Promise<void> {
  const random = new Random(seed, 'twins')
  const nowMs = cloud.scheduler.nowMs + random.pick(laterMs)
  const expiryMs = ({ expiresAt }: Attributes) =>
    typeof expiresAt === 'number' ? expiresAt * 1_000 : Number.POSITIVE_INFINITY
  const items = cloud.table.items()
  const twins = [
    items.filter((item) => expiryMs(item) > nowMs),
    items,
    items.filter((item) => {
      const overdueMs = nowMs - expiryMs(item)
      return overdueMs < 0 || (overdueMs < lagMs && random.chance(0.5))
    }),
  ]
  const requests = [
    ...readable.map((path): HttpRequest => ({ method: 'GET', path })),
    ...[...shop.screens, shop.cookies].map(
      (cookies): HttpRequest => ({ method: 'POST', path: '/auth/refresh', cookies }),
    ),
    ...keyed.slice(-3).map((request): HttpRequest => ({ method: 'POST', ...request })),
  ]
  const all: string[][] = []
  for (const some of twins) {
    const twin = new Cloud(seed, evaluate, noFaults)
    twin.scheduler.nowMs = nowMs
    twin.table.load(some)
    all.push(await answers(twin, requests, shop.cookies))
  }
  const [gone = [], ...others] = all
  for (const other of others) {
    for (const [at, answer] of gone.entries()) {
      const { method = '', path = '' } = requests[at] ?? {}
      findings.equal(`${method} ${path} with expired records`, other[at], answer)
    }
  }
}

/** The lists of the API. */
const readable = groups
  .filter(({ name }) => (functionNames as readonly string[]).includes(name))
  .flatMap(({ endpoints }) => Object.values(endpoints))
  .filter(({ method, path }) => method === 'GET' && !path.includes('{'))
  .map(({ path }) => path)

/** New ids are drawn at random, and the answers' order of drawing may differ. */
const withoutIds = (text: string) =>
  text.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, 'an id')

async function answers(
  cloud: Cloud,
  requests: readonly HttpRequest[],
  cookies: readonly string[],
): Promise<string[]> {
  const found: string[] = []
  let [isDone, failure] = [false, undefined as unknown]
  const ask = async () => {
    for (const request of requests) {
      const { status, body } = await cloud.request({ cookies, ...request })
      found.push(withoutIds(JSON.stringify({ status, body })))
    }
  }
  ask()
    .catch((error: unknown) => {
      failure = error
    })
    .finally(() => {
      isDone = true
    })
  await cloud.scheduler.run(() => isDone)
  if (failure !== undefined) throw failure
  return found
}
