import { currentShop } from '../../current-shop.ts'
import { msOfTime } from '../../platform/time/clock.ts'
import type { ShopTime } from '../../platform/time/days.ts'
import type { Timezone } from '../../platform/time/zone.ts'
import { findConfig, type ShopConfig } from './config.ts'

/** The time of shops as this process read it last. */
const lastTimes = new Map<string, ShopTime>()

const shopTimeOf = (config: ShopConfig | undefined): ShopTime => ({
  timezone: config?.timezone ?? null,
  dayStartMs: msOfTime(config?.dayStartsAt ?? ''),
})

/**
 * Runs a read that depends on the shop's days. Their zone and beginning hardly ever change, so
 * the read begins with the last known ones while the config is read beside it, and is repeated
 * if those were others. Results and failures of the first attempt then do not count.
 */
export async function inShopTime<T>(run: (time: ShopTime) => Promise<T>): Promise<T> {
  const { id } = currentShop()
  const assumed = lastTimes.get(id) ?? shopTimeOf(undefined)
  const [config, result] = await Promise.allSettled([findConfig(), run(assumed)])
  if (config.status === 'rejected') throw config.reason
  const time = shopTimeOf(config.value)
  lastTimes.set(id, time)
  const isAnother =
    time.timezone !== assumed.timezone || time.dayStartMs !== assumed.dayStartMs
  if (isAnother) return run(time)
  if (result.status === 'rejected') throw result.reason
  return result.value
}

/** Reads the start of the shop's days. */
export const findShopTime = async (): Promise<ShopTime> => shopTimeOf(await findConfig())

/** The shop's time zone; null, which is UTC, until the shop names one. */
export const findTimezone = async (): Promise<Timezone> => (await findShopTime()).timezone
