import { currentShop } from '../../current-shop.ts'
import type { Timezone } from '../../platform/time/zone.ts'
import { findConfig } from './config.ts'

/** The time zones of shops as this process read them last. */
const lastTimezones = new Map<string, Timezone>()

/**
 * Runs a read that depends on the shop's time zone. The zone hardly ever changes, so the
 * read begins with the last one known while the config is read beside it, and is repeated
 * if that was another. Whatever the first attempt found or threw then does not count.
 */
export async function inShopTime<T>(run: (timezone: Timezone) => Promise<T>): Promise<T> {
  const { id } = currentShop()
  const assumed = lastTimezones.get(id) ?? null
  const [config, result] = await Promise.allSettled([findConfig(), run(assumed)])
  if (config.status === 'rejected') throw config.reason
  const timezone = config.value?.timezone ?? null
  lastTimezones.set(id, timezone)
  if (timezone !== assumed) return run(timezone)
  if (result.status === 'rejected') throw result.reason
  return result.value
}

/** The shop's time zone; null, which is UTC, until the shop names one. */
export const findTimezone = async (): Promise<Timezone> =>
  (await findConfig())?.timezone ?? null
