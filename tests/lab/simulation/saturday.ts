import { Cloud } from './cloud/cloud.ts'
import type { Evaluate } from './machine/bundle.ts'
import { type FaultPlan, faultKinds } from './machine/faults.ts'
import { Random } from './machine/random.ts'
import { startMs } from './machine/scheduler.ts'
import { auditAll } from './proof/audit-all.ts'
import { Findings, Records } from './proof/records.ts'
import { checkEachStep } from './proof/steps/steps.ts'
import { type DayTold, toldDay } from './saturday-text.ts'
import { runAgent } from './shop/agent.ts'
import { cashier } from './shop/cashiers.ts'
import { Client } from './shop/client.ts'
import { reportPayments } from './shop/missed-payments.ts'
import type { Shop } from './shop/opening.ts'
import { printReceipt } from './shop/printing.ts'
import { atTheDesk } from './shop/refunders.ts'
import { endPayouts, lookUpPayouts } from './shop/schedule.ts'
import { sell, sellForLightning } from './shop/tills.ts'
import { noteAudited } from './shop/trail.ts'
import { waiter } from './shop/waiters.ts'
import type { World } from './shop/world.ts'
import { openWorld } from './simulate.ts'

const [minute, hour] = [60_000, 60 * 60_000]
const tills = 12

/** A quiet network, where a call fails now and then. */
const usual: FaultPlan = { oneIn: 500, kinds: faultKinds, most: Number.MAX_SAFE_INTEGER }

/** The cloud has an outage: every other call is refused, lost, or kills its caller. */
const outage: FaultPlan = { ...usual, oneIn: 2 }

/** When the cloud and the node are out, from the opening on, for how long. */
export const outages = [
  { what: 'cloud', fromMs: 3 * hour, forMs: 10 * minute },
  { what: 'node', fromMs: 4 * hour, forMs: 30 * minute },
  { what: 'cloud', fromMs: 10 * hour, forMs: 5 * minute },
] as const

/** How much is done on a day; a full one has 3,000 sales and 40 refunds. */
export type Saturday = {
  readonly seed: number
  readonly sales: number
  readonly refunds: number
}

/**
 * A restaurant's Saturday from nine to nine in virtual time: twelve tills, waiters and a
 * cashier, refunds, two shifts, outages of node and cloud. Then all books are audited.
 */
export async function simulateSaturday(
  { seed, sales, refunds }: Saturday,
  evaluate: Evaluate,
  opened: Shop,
): Promise<DayTold> {
  const shop = stocked(opened)
  const cloud = new Cloud(seed, evaluate, usual)
  cloud.maxInstances = 8
  cloud.scheduler.maxSteps = 4_000_000
  const findings = new Findings()
  const world = openWorld(cloud, shop, findings)
  const commits = checkEachStep(cloud, findings, [world.feed.check, world.jobs.check])
  const sold = () => world.soldOrders.length + world.settledOrders.length
  const refunded = () =>
    [...world.refunds.values()].filter((each) => each === 'done').length
  let [isClosed, isDone] = [false, false]

  const person = async (
    name: string,
    everyMs: number,
    isOver: () => boolean,
    act: (client: Client) => Promise<void>,
  ) => {
    const client = new Client(cloud, new Random(seed, name), shop.cookies)
    while (!isOver()) {
      await cloud.scheduler.sleep(client.random.below(2 * everyMs))
      world.operations += 1
      await act(client)
    }
  }
  const everyMs = (tills * 12 * hour) / sales
  const isSoldOut = () => sold() >= sales
  const day = async () => {
    const around = [
      runAgent(world, () => isClosed, 2 * minute),
      reportPayments(world, () => isClosed, 2 * minute),
      lookUpPayouts(world, () => isClosed, 5 * minute),
      shifts(world, seed, () => isClosed),
      failNowAndThen(cloud, () => isClosed),
      followIndexes(cloud, () => isClosed),
    ]
    await Promise.all([
      ...Array.from({ length: tills }, (_, at) =>
        person(`till ${at + 1}`, everyMs, isSoldOut, (client) =>
          client.random.chance(0.25)
            ? sellForLightning(world, client)
            : sell(world, client),
        ),
      ),
      person('waiter', 4 * minute, isSoldOut, (client) => waiter(world, client)),
      person('printing', 5 * minute, isSoldOut, (client) => printReceipt(world, client)),
      person('cashier', 6 * minute, isSoldOut, (client) => cashier(world, client)),
      person(
        'desk',
        (12 * hour) / refunds / 2,
        () => refunded() >= refunds,
        (client) => atTheDesk(world, client),
      ),
    ])
    cloud.faults.stop()
    isClosed = true
    await Promise.all(around)
    while (!cloud.isIdle) await cloud.scheduler.sleep(1_000)
    await cloud.scheduler.sleep(minute)
    await endPayouts(world)
  }
  const failed = (error: unknown) =>
    findings.lines.push(`failed: ${(error as Error).stack ?? String(error)}`)
  day()
    .catch(failed)
    .finally(() => {
      isDone = true
    })
  await cloud.scheduler.run(() => isDone).catch(failed)
  const records = new Records(cloud.table.items())
  auditAll(records, world, findings)
  return toldDay({ world, records, findings, commits: commits() })
}

/** Enough in stock for the whole day. */
function stocked(shop: Shop): Shop {
  const quantity = 100_000
  const isStocked = new Set(shop.products.map(({ id }) => id))
  return {
    ...shop,
    items: shop.items.map((item) =>
      item.pk === 'PRODUCT' && isStocked.has(item.id as string)
        ? { ...item, quantity }
        : item,
    ),
    products: shop.products.map((each) => ({ ...each, opening: quantity })),
  }
}

/** Two shifts, of which each is closed with its Z. */
async function shifts(world: World, seed: number, isOver: () => boolean): Promise<void> {
  const { cloud, shop } = world
  const { scheduler } = cloud
  const client = new Client(cloud, new Random(seed, 'shifts'), shop.cookies)
  const done = async (path: string, body: object) => {
    for (;;) {
      const answer = await client.send('POST', path, body, { key: client.random.uuid() })
      if (answer && answer.status < 300) return String(answer.body.id)
      await scheduler.sleep(minute)
      const open = await client.send('GET', '/shifts/open')
      // It was done after all
      if (path === '/shifts' && open?.status === 200) return String(open.body.id)
      if (path !== '/shifts' && open?.status === 204) return ''
    }
  }
  for (const isLast of [false, true]) {
    const moment = String(scheduler.nowMs)
    const id = await done('/shifts', {
      userId: shop.userId,
      shiftDate: moment,
      startTime: moment,
      notes: '',
      initialAmount: 100,
    })
    noteAudited(world, 'shift', moment, 'done')
    while (isLast ? !isOver() : scheduler.nowMs < startMs + 6 * hour && !isOver()) {
      await scheduler.sleep(minute)
    }
    await done(`/shifts/${id}/close`, { finalAmount: 100 })
  }
}

async function failNowAndThen(cloud: Cloud, isOver: () => boolean): Promise<void> {
  for (const { what, fromMs, forMs } of outages) {
    while (cloud.scheduler.nowMs < startMs + fromMs) {
      if (isOver()) return
      await cloud.scheduler.sleep(minute)
    }
    if (what === 'node') cloud.node.isDown = true
    else cloud.faults.change(outage)
    await cloud.scheduler.sleep(forMs)
    cloud.node.isDown = false
    cloud.faults.change(usual)
  }
}

async function followIndexes({ table, scheduler, random }: Cloud, isOver: () => boolean) {
  while (!isOver()) {
    await scheduler.sleep(random.below(10_000))
    table.follow()
  }
}
