import { vi } from 'vitest'

/** What an act returns with the clock so many minutes later, for this process alone. */
export async function later<T>(minutes: number, act: () => Promise<T>): Promise<T> {
  const nowMs = Date.now()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => nowMs + minutes * 60_000)
  try {
    return await act()
  } finally {
    clock.mockRestore()
  }
}
