import { setTimeout as sleep } from 'node:timers/promises'

/** Waits, and returns early without an error when the signal aborts. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return
  await sleep(milliseconds, undefined, signal ? { signal } : {}).catch(() => undefined)
}
