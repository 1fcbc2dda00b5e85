import { setTimeout as sleep } from 'node:timers/promises'
import { type Endpoint, routeKey } from '../../../shared/platform/http/endpoint.ts'
import { allEndpoints } from '../../generated/endpoints.ts'
import { Client } from '../../support/client.ts'
import { readArguments } from '../../support/command-line.ts'
import { startRealSystem } from '../load/system.ts'
import { bodiesTo, targetsOf } from './requests.ts'
import { openShopUnderAttack, password, type ShopUnderAttack } from './shop.ts'

/*
 * `node tests/lab/hostile/main.ts`: calls every operation of the API with the largest and the
 * widest input that it may get, four requests at a time, while another till lists products.
 * Prints the operations that took longest, and how long that till waited. A word calls only
 * operations that have it: `node tests/lab/hostile/main.ts preview`.
 */
const { positionals } = readArguments({ allowPositionals: true, options: {} })

/** Longest time that the other till may wait for its products. */
const mostMs = 250

const parallel = 4
const shown = 25

/** They end the session that everything else runs in, or stream until the caller leaves. */
const skipped = ['POST /auth/logout', 'DELETE /users/{id}', 'POST /users/{id}/erase']

type Row = {
  readonly operation: string
  readonly input: string
  readonly statuses: string
  /** The longest response, and how long the other till waited meanwhile. */
  readonly ms: number
  otherTillMs: number
}

const system = await startRealSystem()
try {
  const shop = await openShopUnderAttack(system.url)
  const quietMs = await whileListing(shop, () => sleep(5_000))
  const rows: Row[] = []
  for (const [key, endpoint] of allEndpoints) {
    if (skipped.includes(key)) continue
    if (positionals.length > 0 && !positionals.some((word) => key.includes(word)))
      continue
    for (const input of bodiesTo(endpoint)) rows.push(await attack(shop, endpoint, input))
  }
  // A busy machine makes everything slow now and then: what is slow each time is slow
  for (const row of rows.filter(({ otherTillMs }) => otherTillMs > mostMs)) {
    const endpoint = allEndpoints.find(([key]) => key === row.operation)?.[1]
    const input = endpoint && bodiesTo(endpoint).find(({ name }) => name === row.input)
    for (
      let tries = 0;
      endpoint && input && tries < 3 && row.otherTillMs > mostMs;
      tries += 1
    ) {
      const again = await attack(shop, endpoint, input)
      row.otherTillMs = Math.min(row.otherTillMs, again.otherTillMs)
    }
  }
  console.log(`GET /products of another till in a quiet shop: ${quietMs} ms at most`)
  console.log(
    `${rows.length} attacks on ${new Set(rows.map((row) => row.operation)).size} operations`,
  )
  console.table(
    rows.toSorted((one, other) => other.otherTillMs - one.otherTillMs).slice(0, shown),
  )
  console.log('The operations that took longest themselves')
  console.table(rows.toSorted((one, other) => other.ms - one.ms).slice(0, shown))
  const tooSlow = rows.filter(({ otherTillMs }) => otherTillMs > mostMs)
  const failed = rows.filter(({ statuses }) => /\b500\b/.test(statuses))
  for (const { operation, input } of failed) console.log(`500: ${operation}, ${input}`)
  process.exitCode = tooSlow.length + failed.length > 0 ? 1 : 0
} finally {
  await system.close()
}

async function attack(
  shop: ShopUnderAttack,
  endpoint: Endpoint,
  { name, body, headers }: ReturnType<typeof bodiesTo>[number],
): Promise<Row> {
  const statuses = new Set<number | string>()
  let longestMs = 0
  const bytes = await body()
  const otherTillMs = await whileListing(shop, async () => {
    const targets = targetsOf(endpoint, shop.ids, parallel)
    await Promise.all(
      targets.map(async (target) => {
        const startMs = performance.now()
        const client = new Client(shop.url, Object.fromEntries(shop.admin.cookies))
        const { status } = await client
          .send(endpoint.method, target, bytes, headers)
          .catch((error: Error) => ({ status: error.message }))
        statuses.add(status)
        longestMs = Math.max(longestMs, performance.now() - startMs)
      }),
    )
  })
  await shop.renew(password)
  return {
    operation: routeKey(endpoint),
    input: name,
    statuses: [...statuses].join(' '),
    ms: Math.round(longestMs),
    otherTillMs,
  }
}

/** The longest that another till waits for its products while work is done, in ms. */
async function whileListing(
  { till }: ShopUnderAttack,
  work: () => Promise<unknown>,
): Promise<number> {
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  let longestMs = 0
  do {
    const startMs = performance.now()
    const { status } = await till.get('/products')
    if (status !== 200) throw new Error(`GET /products: ${status}`)
    longestMs = Math.max(longestMs, performance.now() - startMs)
    await sleep(10)
  } while (!isDone)
  await working
  return Math.round(longestMs)
}
