import type { Plan } from '../plan.ts'
import type { World } from './world.ts'

/** One seed in four has a pause. */
const pausesOneIn = 4

/** By then every call that was under way has come to its end. */
const settlesMs = 15_000

/** Beyond the lifetime of a print job, a socket, a shift's day, and an idempotency key. */
const pausesMs = [20 * 60_000, 3 * 60 * 60_000, 16 * 60 * 60_000, 25 * 60 * 60_000]

/**
 * In the middle of some seeds everybody stops, and the clock leaps: a shift stays open over
 * midnight, orders and payouts wait. Returns what each of the people awaits before a turn.
 */
export function nightsOf(world: World, { seed, operations, people }: Plan) {
  const { cloud, webSockets } = world
  const pauseAt = seed % pausesOneIn === 0 ? Math.floor(operations / 2) : undefined
  const { promise: isMorning, resolve: goOn } = Promise.withResolvers<void>()
  let waiting = 0

  const leap = async () => {
    do await cloud.scheduler.sleep(settlesMs)
    while (!cloud.isIdle)
    cloud.scheduler.nowMs += cloud.random.pick(pausesMs)
    webSockets.expireAll()
    // Nobody sends a request again a day later
    cloud.unanswered.length = 0
    goOn()
  }
  return async (turn: number): Promise<void> => {
    if (turn !== pauseAt) return
    waiting += 1
    if (waiting === people.length) await leap()
    await isMorning
  }
}
