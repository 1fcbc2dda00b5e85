import { groups, socketApis, workers } from '../../functions/all.ts'
import {
  heartbeatIntervalSeconds,
  unchangedReportSeconds,
} from '../../shared/agents/protocol/heartbeat.ts'
import { shopsAtOnce } from '../../shared/platform/shops/each-shop.ts'
import { alarmTexts } from '../cloud/alarm-texts.ts'
import { fallback } from '../cloud/function-names.ts'
import { assumed } from './assumptions.ts'
import type { Shop } from './shop.ts'
import {
  capacityOf,
  computing,
  countedRequest,
  invocation,
  otherInvocation,
  request,
  sum,
  times,
  toAgent,
  tunnelRequest,
  type Usage,
  usual,
} from './usage.ts'

/**
 * Activity with its number a day, spread over its hours (24 by default), and the usage of each.
 */
type Daily = readonly [name: string, perDay: number, usage: Usage, hours?: number]

/** All that happens in a day of a deployment. */
const dailyOf = (shop: Shop): Daily[] => [...ofShops(shop), ...ofDeployment(shop)]

/** Activities of a deployment's shops. */
const ofShops = (shop: Shop): Daily[] =>
  [...trade(shop), ...standing(shop)].map(([name, perDay, usage, ...rest]) => [
    name,
    shop.shops * perDay,
    // Several shops: a request reads the shop of its host
    shop.shops > 1 ? sum(usage, { reads: usage.httpRequests ?? 0 }) : usage,
    ...rest,
  ])

const busiestSecond = (daily: readonly Daily[]): Usage =>
  sum(
    ...daily.map(([, perDay, usage, hours = 24]) =>
      times(hours && perDay / (hours * 3_600), usage),
    ),
  )

/** Functions that run at once in the busiest hour, as if all had the most usual memory. */
const runAtOnce = (daily: readonly Daily[]) =>
  (busiestSecond(daily).gbSeconds ?? 0) / usual

/** Usage of a deployment in a second of the busiest hour. */
export const busiestSecondOf = (shop: Shop): Usage => busiestSecond(dailyOf(shop))

/** Returns the lines of the second table: all activities of a month, with their usage. */
export const activitiesOf = (shop: Shop): { name: string; month: Usage }[] => [
  ...dailyOf(shop).map(([name, perDay, usage]) => ({
    name,
    month: times(shop.days * perDay, usage),
  })),
  { name: 'what is kept', month: kept(shop) },
  {
    name: 'secrets, alarms, dashboard, budget, hosted zone',
    month: {
      hostedZones: shop.hostedZones,
      secrets,
      alarms,
      customMetrics: 9,
      dashboards: 1,
      budgets: 1,
      alarmEmails: assumed('alarmEmailsPerMonth'),
    },
  },
]

/**
 * Activities that grow with the sales: the sales themselves, Lightning, prints, lists,
 * pictures.
 */
function trade(shop: Shop): Daily[] {
  const { sales, restaurant } = shop
  const lightningSales = sales * shop.lightning
  const otherSales = sales - lightningSales
  const daily: Daily[] = [
    ['sales', otherSales * (1 - restaurant), countedRequest('sale')],
    ['tables that pay', sales * restaurant, table],
    ['Lightning: invoices', lightningSales, tunnelRequest('invoice', computing)],
    [
      'Lightning: polls until paid',
      lightningSales * assumed('unpaidPolls'),
      tunnelRequest('unpaid poll'),
    ],
    [
      'Lightning: webhooks and frames',
      lightningSales,
      sum(
        countedRequest('webhook'),
        otherInvocation(undefined, computing),
        countedRequest('reported payment'),
        { socketMessages: shop.watchers },
      ),
    ],
    [
      'Lightning: alerts of received payments',
      lightningSales,
      sum(consumed(shop), { writes: 4 }),
    ],
    ['Lightning: sales', lightningSales * (1 - restaurant), countedRequest('paid sale')],
    [
      'records read for sales',
      sales * assumed('recordsReadPerSale'),
      countedRequest('one record'),
    ],
    ['stream: changes of sales', sales, times(changesPerSale(shop), consumed(shop))],
    ['pages: frames of sales', sales, times(changesPerSale(shop), toPages(shop))],
    ['lists of orders', shop.ordersRead / 50, listOfOrders],
    ['printed receipts', shop.receipts, print],
    ['pictures downloaded', shop.pictureDownloads, picture],
  ]
  const hours = 1 / assumed('busiestHour')
  return daily.map(([name, perDay, usage]) => [name, perDay, usage, hours])
}

/**
 * The stream invokes its consumers for the changes of a partition: those of a sale are the
 * order and the products. A table changes its order when it orders, with each dish done, and
 * twice when it pays.
 */
const changesPerSale = ({ restaurant }: Shop) =>
  2 * (1 - restaurant) + (3 + assumed('dishesPerTable')) * restaurant

/**
 * Usage of the stream's consumers: they read the sockets, whether
 * one left a moment ago, the webhooks, and among several shops the shop of the change.
 */
const consumed = ({ shops }: Shop): Usage =>
  sum(otherInvocation(assumed('streamMs')), { reads: shops > 1 ? 4 : 3 })

/** A change that is told to every open page. */
const toPages = ({ pages }: Shop): Usage =>
  pages === 0 ? {} : { writes: assumed('frameWrites'), socketMessages: pages }

const listOfOrders = countedRequest('list of 50 sales', undefined, computing)

/** An order with dishes, each reported done, then ticket, payment, their link, the end. */
const table: Usage = sum(
  countedRequest('table order'),
  times(assumed('dishesPerTable'), countedRequest('dish done')),
  times(4, request()),
  capacityOf('table pays'),
)

/** The request, its message (sent, received, deleted), and the agent's report of the outcome. */
const print: Usage = sum(
  countedRequest('print'),
  countedRequest('print begins'),
  countedRequest('print outcome'),
  { queueRequests: 3 },
  toAgent,
)

const picture: Usage = sum(request(), {
  pictureGets: 1,
  cdnGigabytes: assumed('kilobytesPerPicture') / 1_000_000,
})

const minutesPerDay = 24 * 60
const secondsPerDay = 60 * minutesPerDay

/** Every function, the fallback and the one that keeps the others warm included. */
const functions = groups.length + socketApis.length + workers.length + 2

const rarelyUsed = groups.filter(({ keptWarm }) => !keptWarm).length

/** Functions that are kept warm: those of the HTTP API that tills wait for. */
const warmed = groups.length - rarelyUsed + 1

/** The front door's; parameters cost nothing. */
const secrets = 1

/** The parameters of all functions, each with one key of KMS that decrypts it. */
const parameters = [...groups, ...socketApis, ...workers, fallback]
  .flatMap(({ uses }) => uses)
  .filter((each) => each === 'node' || /-(key|secret)$/.test(each)).length

/** Functions that agents and schedules call day and night: agents, tunnel, watchers, refunds, deliveries. */
const functionsAtNight = 5

/** One alarm for each text. */
const alarms = alarmTexts.size

/** An agent polls its queue for 20 s at a time. */
const pollsPerDay = secondsPerDay / 20

/** An invoice at the till is paid, and known to be, after some 20 s. */
const looksPerInvoice = 3

/** API Gateway ends a socket after 10 idle minutes: something is sent every five. */
const keepAliveMinutes = 5

/** Watchers get a frame, and payouts of refunds are looked up, every five minutes. */
const schedulesPerDay = minutesPerDay / 5

/** Activities of a shop that is open, whether it sells or not. */
function standing(shop: Shop): Daily[] {
  const { tills, hours, watchers, pages, agents, tunnels, directNode } = shop
  const openMinutes = hours * 60
  const heartbeats = (agents * secondsPerDay) / heartbeatIntervalSeconds
  const inTunnel = tunnels * heartbeats
  return [
    ['token refreshes of tills', refreshesOf(shop), refresh, hours],
    ['logins', tills * assumed('loginsPerTill'), login, hours],
    [
      'stream: changes of logins',
      tills * assumed('loginsPerTill'),
      times(2, consumed(shop)),
      hours,
    ],
    ['sockets of watchers, minutes', watchers * openMinutes, watcherMinute, hours],
    ['pages: sockets, minutes', pages * openMinutes, watcherMinute, hours],
    ['pages: opened', pages * assumed('pageOpens'), pageOpens, hours],
    [
      'pages: changes of the catalogue',
      assumed('catalogueChanges'),
      sum(toPages(shop), times(pages, countedRequest('one record'))),
      hours,
    ],
    [
      'schedule of watchers: records',
      schedulesPerDay,
      capacityOf('heartbeat of watchers'),
    ],
    [
      'schedule of payouts, stopped sales and alerts: records',
      schedulesPerDay,
      visitRecords,
    ],
    [
      'schedule of alerts: the node, while a shift is open',
      schedulesPerDay * tunnels * openPartOf(shop),
      nodeCheck,
    ],
    [
      `agents: heartbeats every ${heartbeatIntervalSeconds} s, through the tunnel`,
      inTunnel,
      heartbeat,
    ],
    [
      `agents: reports every ${unchangedReportSeconds} s`,
      (agents * tunnels * secondsPerDay) / unchangedReportSeconds,
      countedRequest('agent heartbeat'),
    ],
    ['agents: credentials', agents * 26, credentials],
    ['agents: polls of the queue', agents * pollsPerDay, { queueRequests: 1 }],
    // Five connections wait for messages, for 20 s at a time
    ['polls for open invoices', directNode * 5 * pollsPerDay, { queueRequests: 1 }],
    [
      'lookups of open invoices',
      directNode * shop.sales * shop.lightning * looksPerInvoice,
      sum(otherInvocation(assumed('requestMs')), { queueRequests: 3, reads: 1 }),
    ],
    ['agents: tunnel, minutes', agents * tunnels * minutesPerDay, tunnelMinute],
    [
      'agents without a tunnel: heartbeats',
      heartbeats - inTunnel,
      countedRequest('agent heartbeat'),
    ],
  ]
}

/** A till renews its token when it makes a call a minute after the last renewal. */
const refreshesOf = ({ tills, hours, sales, restaurant, ordersRead }: Shop) =>
  Math.min(
    tills * hours * 60,
    sales * assumed('minutesPerSale') * (1 - restaurant) +
      sales * assumed('minutesPerTable') * restaurant +
      ordersRead / 50,
  )

/** Activities of a deployment without any sale. Shops share its schedules and functions. */
function ofDeployment(shop: Shop): Daily[] {
  const { shops, tills, hours, warmHours } = shop
  const tillInstances = Math.min(
    shops * tills * assumed('instancesPerTill'),
    // Tills of many shops take turns at the same ones
    functions + assumed('peakFactor') * runAtOnce(ofShops(shop)),
  )
  const instanceHours =
    (functions - rarelyUsed) * warmHours +
    functionsAtNight * (24 - warmHours) +
    tillInstances * hours
  const coldStarts = (functions + tillInstances) * assumed('coldStartsPerFunction')
  return [
    [
      'visits of watchers',
      schedulesPerDay,
      {
        ...otherInvocation(scheduleMs(shops, assumed('requestMs')), computing),
        scheduledCalls: 1,
      },
    ],
    [
      'visits of payouts, stopped sales and alerts',
      schedulesPerDay,
      {
        ...otherInvocation(scheduleMs(shops, visitMs(openPartOf(shop)))),
        scheduledCalls: 1,
      },
    ],
    [
      'schedule of deliveries to webhooks',
      minutesPerDay,
      { ...otherInvocation(assumed('scheduledQueryMs')), scheduledCalls: 1, reads: 1 },
    ],
    ['keep-warm', (warmHours * 60) / keepAliveMinutes, keepWarmRound],
    ['cold starts', coldStarts, invocation(assumed('coldStartMs'), computing)],
    // An instance that starts reads them again half an hour early on average.
    [
      'secrets, read every 55 minutes',
      (instanceHours * 60) / 55 + coldStarts / 2,
      secretsRead,
    ],
  ]
}

/** Time that a schedule's function works, some shops at a time, in ms. */
export const scheduleMs = (shops: number, msPerShop: number) =>
  Math.ceil(shops / shopsAtOnce) * msPerShop

/** Returns the part of the day in which a shift is open, 0 to 1; 0 without tills. */
const openPartOf = ({ tills, hours }: Shop) => (tills === 0 ? 0 : hours / 24)

/** Time of a visit for payouts and alerts, which asks the node while a shift is open, in ms. */
export const visitMs = (openPart: number) =>
  assumed('requestMs') + openPart * assumed('tunnelMs')

const secretsRead: Usage = { secretCalls: secrets, keyRequests: parameters / functions }
const refresh = countedRequest('token refresh', undefined, computing)
const login = countedRequest('login', assumed('loginMs'), computing)

/** A socket that is open for a minute: its part of a heartbeat frame and of a reconnect. */
const watcherMinute: Usage = sum(
  { socketMinutes: 1, socketMessages: 1 / keepAliveMinutes },
  times(
    1 / assumed('socketLifeMinutes'),
    sum(
      // Connect, its welcome, disconnect; the connect passes the front door.
      { socketMessages: 3, cdnRequests: 1, cdnFunctionCalls: 1 },
      times(3, otherInvocation(undefined, computing)),
      capacityOf('watcher opens'),
      capacityOf('watcher closes'),
    ),
  ),
)

/**
 * Payouts that have not ended, payments without a sale, new jobs, open alerts and, once an
 * hour, parts of imports: there are none. The open shift, for itself and with the day; the agents.
 */
const visitRecords: Usage = { reads: 8 + 1 / 12 }

/** Reads the kept state of the node and the rate, and asks the node through the tunnel. */
const nodeCheck: Usage = sum(toAgent, {
  socketMessages: 1,
  reads: 7 + assumed('tunnelPolls'),
  writes: 2,
})

const credentials: Usage = sum(countedRequest('agent credentials'), { stsCalls: 1 })

/** A frame to the cloud, where a function writes when the agent was there. */
const heartbeat: Usage = sum(
  otherInvocation(assumed('heartbeatMs')),
  { socketMessages: 1 },
  capacityOf('tunnel heartbeat'),
)

/** A tunnel that is open for a minute: its part of a renewal. Heartbeats keep it open. */
const tunnelMinute: Usage = sum(
  { socketMinutes: 1 },
  times(
    1 / assumed('tunnelLifeMinutes'),
    sum(
      { socketMessages: 2 },
      times(2, otherInvocation()),
      capacityOf('tunnel opens'),
      capacityOf('tunnel closes'),
    ),
  ),
)

/** One function calls all of the HTTP API, one after the other, and waits for each. */
const keepWarmRound: Usage = sum(
  { scheduledCalls: 1 },
  otherInvocation(warmed * assumed('warmRoundTripMs')),
  times(warmed, otherInvocation(assumed('warmMs'))),
)

/** Requests of a page that opens: it has kept the rest. */
const pageOpens: Usage = sum(
  times(assumed('requestsPerOpen'), countedRequest('one record')),
  { cdnGigabytes: assumed('kilobytesPerOpen') / 1_000_000 },
)

/** Storage of the table and the bucket after the months that the shop has traded. */
function kept({ shops, sales, days, months, pictures }: Shop): Usage {
  const saleGigabytes = (sales * days * months * assumed('kilobytesPerSale')) / 1_000_000
  const tableGigabytes = saleGigabytes + assumed('megabytesAtFirst') / 1_000
  return times(shops, {
    tableGigabytes,
    backupGigabytes: tableGigabytes,
    pictureGigabytes: (pictures * assumed('kilobytesPerPicture')) / 1_000_000,
    picturePuts: pictures === 0 ? 0 : assumed('newPicturesPerMonth'),
  })
}
