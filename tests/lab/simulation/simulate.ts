import { Cloud } from './cloud/cloud.ts'
import { WebSockets } from './cloud/web-sockets.ts'
import type { Evaluate } from './machine/bundle.ts'
import type { FaultKind } from './machine/faults.ts'
import { Random } from './machine/random.ts'
import type { Person, Plan } from './plan.ts'
import { auditAlerts } from './proof/audit-alerts.ts'
import { auditAll } from './proof/audit-all.ts'
import { auditPages } from './proof/audit-pages.ts'
import { auditWebhooks } from './proof/audit-webhooks.ts'
import { Feed } from './proof/feed.ts'
import { Gaps } from './proof/gaps.ts'
import { History } from './proof/history.ts'
import { Jobs } from './proof/jobs.ts'
import { Findings, Records } from './proof/records.ts'
import { compareTwins } from './proof/twins.ts'
import { atTheOffice } from './shop/administrators.ts'
import { runAgent } from './shop/agent.ts'
import { bookkeeper } from './shop/bookkeepers.ts'
import { cashier } from './shop/cashiers.ts'
import { Client } from './shop/client.ts'
import { payDeposit } from './shop/customers.ts'
import { giveUpEarly, lookAtDeadLetters } from './shop/dead-letters.ts'
import { inTheKitchen } from './shop/kitchen.ts'
import { reportPayments } from './shop/missed-payments.ts'
import { nightsOf } from './shop/nights.ts'
import type { Shop } from './shop/opening.ts'
import { Page } from './shop/page.ts'
import { printReceipt } from './shop/printing.ts'
import { quoteAndSell } from './shop/quotes.ts'
import { atTheDesk } from './shop/refunders.ts'
import {
  endDeliveries,
  endPayouts,
  hasListeners,
  keepSchedules,
  lookUpPayouts,
} from './shop/schedule.ts'
import { atTheShift } from './shop/shift-leaders.ts'
import { atTheTill } from './shop/tills.ts'
import { readAuditTrail } from './shop/trail.ts'
import { finishRequests } from './shop/unfinished.ts'
import { waiter } from './shop/waiters.ts'
import { auditScreens, reopenScreens, Watcher } from './shop/watchers.ts'
import type { Actor, World } from './shop/world.ts'
import { checkEachStep } from './steps/steps.ts'

/** Results of a simulation. */
export type Report = {
  /** Faults; empty when everything was right. */
  readonly faults: readonly string[]
  /** Equal for equal runs. */
  readonly trace: number
  readonly operations: number
  readonly steps: number
  readonly injected: ReadonlyMap<FaultKind, number>
  /** Count of each operation that was done. */
  readonly done: ReadonlyMap<string, number>
  readonly kills: number
  readonly sales: number
  /** Commits of the table, each of which was checked. */
  readonly commits: number
  /** Frames of payments, and those that reached each open socket exactly once. */
  readonly published: number
  readonly publishedOnce: number
  /** Gaps of a screen that were filled without its asking. */
  readonly gaps: number
  /** Print jobs that went to the dead-letter queue, and that lists showed. */
  readonly deadLetters: number
  /** 1 when it was looked at much later, with expired records and without. */
  readonly comparedLater: number
  readonly log: readonly string[]
}

/** One seed in eight is also looked at much later, which doubles its time. */
const comparesOneIn = 8

/** A shop before its first customer, in its own cloud. */
export function openWorld(cloud: Cloud, shop: Shop, findings: Findings): World {
  cloud.table.load(shop.items)
  cloud.queues.execute('CreateQueueCommand', shop.queue)
  const feed = new Feed(cloud, findings)
  return {
    cloud,
    shop,
    history: new History(cloud.scheduler),
    sales: new Map(),
    soldOrders: [],
    paid: new Map(),
    webSockets: new WebSockets(cloud),
    feed,
    jobs: new Jobs(),
    gaps: new Gaps(cloud, feed, findings),
    orders: [],
    lines: new Map(),
    prices: 0,
    locked: new Map(),
    audited: [],
    settledOrders: [],
    refunds: new Map(),
    returns: [],
    paper: [],
    cancelled: new Set(),
    claims: new Map(),
    operations: 0,
  }
}

/** Runs a simulation to its end and audits it. Everything follows from the plan. */
export async function simulate(
  plan: Plan,
  evaluate: Evaluate,
  shop: Shop,
): Promise<Report> {
  const cloud = new Cloud(plan.seed, evaluate, plan.faults)
  const findings = new Findings()
  const world = openWorld(cloud, shop, findings)
  if (plan.hasOutages) cloud.maxInstances = 8
  cloud.scheduler.maxSteps *= Math.ceil(plan.operations / 8)
  giveUpEarly(world, plan.seed)
  const { feed } = world
  const hasPages = plan.people.includes('page 1')
  // Pages live on the table's stream
  const listens = hasPages || hasListeners(plan.seed)
  const commits = checkEachStep(cloud, findings, [
    feed.check,
    world.jobs.check,
    ...(listens ? [cloud.stream.take] : []),
  ])
  let [isOver, isDone] = [false, false]
  const day = openForBusiness(world, plan, findings).finally(() => {
    isOver = true
  })
  const failed = (error: unknown) =>
    findings.lines.push(`failed: ${(error as Error).stack ?? String(error)}`)
  const around = [disturb(cloud, () => isOver)]
  if (listens) around.push(keepSchedules(world, () => isOver))
  if (plan.hasOutages) around.push(failAtTimes(cloud, plan, () => isOver))
  Promise.all([day, ...around])
    .then(() => endPayouts(world))
    .then(() => (listens ? endDeliveries(world) : undefined))
    .then(() => (plan.people.includes('office 1') ? readAuditTrail(world) : undefined))
    .catch(failed)
    .finally(() => {
      isDone = true
    })
  try {
    await cloud.scheduler.run(() => isDone)
  } catch (error) {
    failed(error)
  }
  const records = new Records(cloud.table.items())
  auditAll(records, world, findings)
  if (listens) {
    auditWebhooks(records, world, findings, cloud.receiver.accepted)
    auditAlerts(records, world, findings)
  }
  const isCompared = plan.seed % comparesOneIn === 0
  if (isCompared) {
    const { keyed } = cloud
    await compareTwins(cloud, { evaluate, shop, keyed }, plan.seed, findings)
  }
  return {
    faults: [...findings.lines, ...world.history.faults()],
    trace: cloud.scheduler.trace,
    operations: world.operations,
    steps: cloud.scheduler.taken,
    injected: cloud.faults.counts,
    done: cloud.done,
    kills: cloud.kills,
    sales: world.soldOrders.length + world.settledOrders.length,
    commits: commits(),
    published: feed.published.length,
    publishedOnce: feed.checked,
    gaps: world.gaps.checked,
    deadLetters: cloud.deadLetters,
    comparedLater: isCompared ? 1 : 0,
    log: cloud.log,
  }
}

async function openForBusiness(world: World, plan: Plan, findings: Findings) {
  const { seed, operations, people: some } = plan
  const { cloud, shop } = world
  const night = nightsOf(world, plan)
  const screens = shop.screens.map((cookies) => new Watcher(world, cookies))
  const pages = shop.pages.flatMap((cookies, at) => {
    const name = `page ${at + 1}` as Person
    return some.includes(name)
      ? new Page(world, findings, name, new Random(seed, `device of ${name}`), cookies)
      : []
  })
  const actors = actorsOf(screens, pages)
  let isClosed = false
  const agent = Promise.all([
    some.some(prints) && runAgent(world, () => isClosed),
    reportPayments(world, () => isClosed),
    lookUpPayouts(world, () => isClosed),
  ])
  await Promise.all(
    some.map(async (person) => {
      const client = new Client(cloud, new Random(seed, person), shop.cookies)
      for (let turn = 0; turn < operations; turn += 1) {
        await client.pause()
        await night(turn)
        world.operations += 1
        await actors[person](world, client)
      }
    }),
  )
  cloud.faults.stop()
  await finishRequests(world, findings)
  isClosed = true
  await agent
  // Messages that are still under way arrive before the books are audited
  while (!cloud.isIdle) await cloud.scheduler.sleep(1_000)
  await cloud.scheduler.sleep(15_000)
  if (some.includes('watcher 1')) await reopenScreens(world, screens)
  await auditScreens(world, screens, findings)
  await lookAtDeadLetters(world, findings)
  if (pages.length === 0) return
  cloud.setClocks()
  const client = new Client(cloud, new Random(seed, 'audit of pages'), shop.cookies)
  await auditPages(world, pages, client, findings)
}

/** True for people who print: the agent costs time, which other seeds spare. */
const prints = (person: Person) => /printing|kitchen/.test(person)

function actorsOf(
  screens: readonly Watcher[],
  pages: readonly Page[],
): Record<Person, Actor> {
  const [payments, tickets]: string[][] = [[], []]
  const keepBooks = bookkeeper(payments ?? [], tickets ?? [])
  return {
    'till 1': atTheTill,
    'till 2': atTheTill,
    'till 3': atTheTill,
    'shift 1': atTheShift,
    'shift 2': atTheShift,
    'waiter 1': waiter,
    'waiter 2': waiter,
    'office 1': atTheOffice,
    'office 2': atTheOffice,
    'books 1': keepBooks,
    'books 2': keepBooks,
    printing: printReceipt,
    customers: payDeposit,
    'watcher 1': async (world, client) => screens[0]?.act(world, client),
    'watcher 2': async (world, client) => screens[1]?.act(world, client),
    'desk 1': atTheDesk,
    'desk 2': atTheDesk,
    'cashier 1': cashier,
    'cashier 2': cashier,
    'kitchen 1': inTheKitchen,
    'kitchen 2': inTheKitchen,
    'quotes 1': quoteAndSell,
    'quotes 2': quoteAndSell,
    'page 1': async () => pages[0]?.act(),
    'page 2': async () => pages.at(-1)?.act(),
  }
}

/** Indexes follow and expired records go when the seed says so. */
async function disturb({ table, scheduler, random }: Cloud, isOver: () => boolean) {
  while (!isOver()) {
    await scheduler.sleep(random.below(100))
    const behind = table.behind()
    if (behind.length > 0) table.follow(random.pick(behind))
    if (random.chance(0.05)) table.expire(() => random.chance(0.5))
  }
}

/** The cloud fails for a while, when every other call does, and so does the node. */
async function failAtTimes(
  { faults, node, scheduler, random }: Cloud,
  plan: Plan,
  isOver: () => boolean,
) {
  while (!isOver()) {
    await scheduler.sleep(random.below(60_000))
    const isOfNode = random.chance(0.5)
    if (isOfNode) node.isDown = true
    else faults.change({ ...plan.faults, oneIn: 2 })
    await scheduler.sleep(random.below(20_000))
    node.isDown = false
    faults.change(plan.faults)
  }
}
