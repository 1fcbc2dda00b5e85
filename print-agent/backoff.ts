import { setTimeout as sleep } from 'node:timers/promises'

export type BackoffLimits = { baseMs: number; capMs: number }

/**
 * How long to wait before the next try: doubling from baseMs up to capMs, of which the
 * upper half is random, so that agents cut off together do not return together.
 */
export function backoffMs(failures: number, { baseMs, capMs }: BackoffLimits): number {
  const ceilingMs = Math.min(capMs, baseMs * 2 ** Math.min(failures, 30))
  return ceilingMs / 2 + Math.random() * (ceilingMs / 2)
}

/** Waits, and returns early without an error when the signal aborts. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return
  await sleep(milliseconds, undefined, signal ? { signal } : {}).catch(() => undefined)
}
