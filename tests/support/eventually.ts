import { vi } from 'vitest'

/** Waits until something holds, however busy the machine is. */
export const eventually = <T>(holds: () => T): Promise<Awaited<T>> =>
  vi.waitFor(holds, 60_000) as Promise<Awaited<T>>
