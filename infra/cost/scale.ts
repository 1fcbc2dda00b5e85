import { stackOptions } from '../../shared/platform/deployment/options.ts'
import { shopsAtOnce } from '../../shared/platform/shops/each-shop.ts'
import { markdownTable } from '../markdown-table.ts'
import { busiestSecondOf, scheduleMs, visitMs } from './activities.ts'
import { assumed } from './assumptions.ts'
import prices from './prices.json' with { type: 'json' }
import { costSheet, totalOf } from './sheet.ts'
import { type Shop, shops } from './shop.ts'
import { usual } from './usage.ts'

/** Quotas of AWS for an account in a region, or for one partition, unless it asks for more. */
const quotas = {
  requests: [10_000, 'API Gateway: requests and socket messages a second'],
  concurrency: [1_000, 'Lambda: functions that run at once'],
  reads: [40_000, 'DynamoDB: read units a second of a table'],
  writes: [40_000, 'DynamoDB: write units a second of a table'],
  signedIn: [
    stackOptions.signedInRate.default,
    'this deployment: `signedInRate`, requests a second',
  ],
  newSockets: [500, 'API Gateway: new sockets a second'],
  partitionReads: [3_000, 'DynamoDB: read units a second of a partition'],
  partitionWrites: [1_000, 'DynamoDB: write units a second of a partition'],
  scheduleSeconds: [300, 'seconds that a function on a schedule may work'],
} as const satisfies Readonly<Record<string, readonly [amount: number, text: string]>>

type Quota = keyof typeof quotas

const counts = [1, 500, 10_000]

const idle = shops['idle shop']
const small = shops['small shop']

const whole = (amount: number) =>
  amount.toLocaleString('en', { maximumFractionDigits: 0 })
const short = (amount: number) =>
  amount.toLocaleString('en', { maximumSignificantDigits: 2 })

/**
 * Returns each shop's price of a month in a deployment with this many, after the free
 * tier, in US dollars.
 */
export function usdPerShop(shop: Shop, count: number, region = prices.region) {
  const lines = costSheet({ ...shop, shops: count }, region)
  const isKnown = lines.every((line) => line.isKnown)
  return { usd: totalOf(lines).usd / count, mark: isKnown ? '' : '~' }
}

const costs = () =>
  markdownTable(
    ['US dollars a month, each shop', ...counts.map((count) => `of ${whole(count)}`)],
    Object.entries(shops).map(([name, shop]) => [
      name,
      ...counts.map((count) => usdPerShop(shop, count).usd.toFixed(2)),
    ]),
  )

const goals = [
  ['a deployment alone, idle', idle, 1, 1.5],
  ['an idle shop of 500', idle, 500, 0.3],
  ['an idle shop of 500 whose agent has no node', { ...idle, tunnels: 0 }, 500, 0.3],
  ['a shop of 500 with 300 sales a day', small, 500, 1],
] as const

const goalTable = (region: string) => {
  const regions = [...new Set([prices.region, region])]
  return markdownTable(
    ['Goal, US dollars a month', 'less than', ...regions],
    goals.map(([name, shop, count, limit]) => [
      name,
      limit.toFixed(2),
      ...regions.map((each) => {
        const { usd, mark } = usdPerShop(shop, count, each)
        return `${mark}${usd.toFixed(2)}${usd < limit ? '' : ', **not reached**'}`
      }),
    ]),
  )
}

/** Returns the usage of this many small shops in a second of their busiest hour. */
function busiest(count: number): Partial<Record<Quota, number>> {
  const second = busiestSecondOf({ ...small, shops: count })
  const { httpRequests = 0, socketMessages = 0, gbSeconds = 0, reads, writes } = second
  return {
    signedIn: httpRequests,
    requests: httpRequests + socketMessages,
    // As if all had as little memory as most
    concurrency: gbSeconds / usual,
    reads: reads ?? 0,
    writes: writes ?? 0,
  }
}

/**
 * Returns the number of shops at which a quota is used up, from the usage of two sizes of
 * a deployment.
 */
function shopsUntil(quota: Quota): number {
  const [, some, many] = counts.map((count) => busiest(count)[quota] ?? 0)
  const [, fewer = 0, more = 0] = counts
  const each = ((many ?? 0) - (some ?? 0)) / (more - fewer)
  return (quotas[quota][0] - (some ?? 0)) / each + fewer
}

const noon = () =>
  markdownTable(
    ['In the busiest hour', ...counts.map(whole), 'an account has', 'used up by'],
    (Object.keys(busiest(1)) as Quota[]).map((quota) => [
      quotas[quota][1],
      ...counts.map((count) => short(busiest(count)[quota] ?? 0)),
      whole(quotas[quota][0]),
      `${short(shopsUntil(quota))} shops`,
    ]),
  )

const salesPerSecond = 1_000 / assumed('ticketMs')

/** Read units of one list of a large catalogue, 4 KB a unit. */
const catalogue = (assumed('products') * assumed('kilobytesPerProduct')) / 4

/** Tills of one shop that open at once. */
const tillsAtOnce = 500

const limits = () => {
  const busiestSales = (small.sales * assumed('busiestHour')) / 3_600
  const openings = tillsAtOnce * catalogue
  const sockets = 10_000 * (small.agents + small.watchers + small.pages)
  return markdownTable(
    ['What', 'arithmetic', 'result'],
    [
      [
        'sales of one shop, which all change its day record',
        `1,000 ms / ${assumed('ticketMs')} ms`,
        `${whole(salesPerSecond)} sales a second`,
      ],
      [
        'a small shop in its busiest hour',
        `${small.sales} × ${assumed('busiestHour')} / 3,600 s`,
        `${short(busiestSales)} sales a second, ${short((100 * busiestSales) / salesPerSecond)} % of that`,
      ],
      [
        'a festival as one shop',
        `${whole(salesPerSecond)} a second × ${assumed('secondsPerSale')} s between two sales of a till`,
        `${whole(salesPerSecond * assumed('secondsPerSale'))} tills that never rest`,
      ],
      [
        `${tillsAtOnce} tills of one shop that open at once read its catalogue, one partition`,
        `${tillsAtOnce} × ${whole(catalogue)} units / ${whole(quotas.partitionReads[0])} a second`,
        `${whole(openings / quotas.partitionReads[0])} s`,
      ],
      [
        'the same tills in shops of their own',
        `${tillsAtOnce} × ${whole(catalogue)} units / ${whole(quotas.reads[0])} a second`,
        `${short(openings / quotas.reads[0])} s`,
      ],
      [
        "a shop's partition of an index of orders",
        `${whole(quotas.partitionWrites[0])} units a second / ${assumed('indexKilobytesPerSale')} a sale`,
        `${whole(quotas.partitionWrites[0] / assumed('indexKilobytesPerSale'))} sales a second`,
      ],
      [
        'agents, watchers and pages of 10,000 small shops that connect again',
        `${whole(sockets)} sockets / ${quotas.newSockets[0]} a second`,
        `${whole(sockets / quotas.newSockets[0])} s`,
      ],
      [
        'a schedule that visits 10,000 open shops every five minutes',
        `${whole(scheduleMs(10_000, visitMs(1)))} ms of ${quotas.scheduleSeconds[0]} s`,
        `ends near ${short(((quotas.scheduleSeconds[0] * 1_000) / visitMs(1)) * shopsAtOnce)} shops`,
      ],
    ],
  )
}

/** The tables of docs/scale.md, with the goals by the prices of a region. */
export const scaleTables = (region: string): string[] => [
  costs(),
  goalTable(region),
  limits(),
  noon(),
]
