import { onTestFinished, vi } from 'vitest'

/** Runs an act with this process's clock this many minutes ahead. */
export async function later<T>(minutes: number, act: () => Promise<T>): Promise<T> {
  const nowMs = Date.now()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => nowMs + minutes * 60_000)
  try {
    return await act()
  } finally {
    clock.mockRestore()
  }
}

/**
 * Runs an act with this process's clock stopped: nothing lapses meanwhile, however busy
 * the machine is.
 */
export const withStoppedClock = <T>(act: () => Promise<T>): Promise<T> => later(0, act)

/** Stops this process's clock until the end of the test; what it returns sets it forward. */
export function stopClock(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  onTestFinished(() => void vi.useRealTimers())
  return (ms) => void vi.setSystemTime(Date.now() + ms)
}
