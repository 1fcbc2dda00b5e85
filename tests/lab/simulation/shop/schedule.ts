import type { World } from './world.ts'

const scheduled = { source: 'aws.events', 'detail-type': 'Scheduled Event', detail: {} }

const hasOpenPayouts = ({ cloud }: World) =>
  cloud.table.items().some(({ pk }) => pk === 'PAYOUT')

/** One seed in two has a webhook, and alerts; that costs time, which others spare. */
const listensOneIn = 2

export const hasListeners = (seed: number): boolean => seed % listensOneIn === 1

/** Everything that is due is looked at again and again while people work. */
export async function keepSchedules(
  { cloud }: World,
  isOver: () => boolean,
  everyMs = 60_000,
): Promise<void> {
  while (!isOver()) {
    await cloud.scheduler.sleep(cloud.random.below(everyMs))
    await cloud.invoke('deliveries', scheduled)
    if (cloud.random.chance(0.3)) await cloud.invoke('refunds', scheduled)
  }
}

/** Pauses until the schedules run again, in minutes: retries are hours apart. */
const pauses = [1, 6, 11, 40, 180, 360, 660, 1]

/** After the last payout the receiver works, and gets what is left. */
export async function endDeliveries({ cloud }: World): Promise<void> {
  for (const minutes of pauses) {
    cloud.scheduler.nowMs += minutes * 60_000
    await cloud.invoke('refunds', scheduled)
    await cloud.invoke('deliveries', scheduled)
    do await cloud.scheduler.sleep(1_000)
    while (!cloud.isIdle || !cloud.stream.isRead)
  }
}

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

/** Pauses until the schedule runs again: at last no payment can be under way. */
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
