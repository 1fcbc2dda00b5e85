import type { World } from './world.ts'

const scheduled = { source: 'aws.events', 'detail-type': 'Scheduled Event', detail: {} }

const hasOpenPayouts = ({ cloud }: World) =>
  cloud.table.items().some(({ pk }) => pk === 'PAYOUT')

/** Payouts are looked up again and again while people work. */
export async function lookUpPayouts(
  world: World,
  isOver: () => boolean,
  everyMs = 10_000,
): Promise<void> {
  const { cloud } = world
  while (!isOver()) {
    await cloud.scheduler.sleep(cloud.random.below(everyMs))
    if (hasOpenPayouts(world)) await cloud.invoke('refunds', scheduled)
  }
}

/** How long it takes until the schedule runs again: at last no payment can be under way. */
const rounds = [5, 5, 60, 60, 16 * 24 * 60, 5, 5]

/** After the last customer time leaps from one run of the schedule to the next. */
export async function endPayouts(world: World): Promise<void> {
  const { cloud } = world
  for (const minutes of rounds) {
    if (!hasOpenPayouts(world)) return
    cloud.scheduler.nowMs += minutes * 60_000
    await cloud.invoke('refunds', scheduled)
  }
}
