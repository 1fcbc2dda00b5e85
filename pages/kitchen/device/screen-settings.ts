import { keptFor } from '../../parts/kept.ts'

/** Settings that this screen keeps for itself. */
export type ScreenSettings = {
  /** `all`, or `printer <id>` or `category <id>`. */
  readonly station: string
  /** After how many minutes a ticket is yellow, and red. */
  readonly soon: number
  readonly late: number
  readonly hasSound: boolean
  /** True if the keys 1 to 9 bump. */
  readonly hasKeys: boolean
  readonly showsAllDay: boolean
}

const initial: ScreenSettings = {
  station: 'all',
  soon: 8,
  late: 15,
  hasSound: false,
  hasKeys: false,
  showsAllDay: false,
}

const kept = keptFor('kitchen')

export const screenSettings = kept<ScreenSettings>('screen', initial, (value) =>
  typeof value === 'object' && value !== null ? { ...initial, ...value } : undefined,
)

/** Number of cancelled lines that are remembered as seen. */
const maxSeen = 500

const seenLines = kept<readonly string[]>('seen-cancelled', [], (value) =>
  Array.isArray(value) ? value.map(String) : undefined,
)

/** The cancelled lines that somebody here has acknowledged. */
export const seenCancelled = {
  get: (): ReadonlySet<string> => new Set(seenLines.get()),
  add: (ids: readonly string[]) =>
    seenLines.set([...seenLines.get(), ...ids].slice(-maxSeen)),
}
