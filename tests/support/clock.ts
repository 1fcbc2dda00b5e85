import { vi } from 'vitest'

/** What an act returns with this process's clock this many minutes ahead. */
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
 * What an act returns with this process's clock stopped: nothing lapses meanwhile, however
 * busy the machine is.
 */
export const withStoppedClock = <T>(act: () => Promise<T>): Promise<T> => later(0, act)
