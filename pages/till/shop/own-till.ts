import { isObject } from '../../parts/is-object.ts'
import { keepTogether } from '../../parts/kept.ts'
import { kept } from './kept.ts'

/** The till that this browser is, and the numbers that it has given. */
export type OwnTill = {
  readonly id: string
  readonly name: string
  readonly series: string
  readonly lastNumber: number
  /** Numbers up to the last that no sale has, lowest first: the next sales take them. */
  readonly free: readonly number[]
}

const isOwnTill = (value: unknown): value is OwnTill =>
  isObject(value) && typeof value.series === 'string' && Array.isArray(value.free)

export const keptTill = kept<OwnTill | undefined>('own', undefined, (value) =>
  isOwnTill(value) ? value : undefined,
)

/** Where `keptTill` is kept. */
const key = 'till.own'

/**
 * Keeps what the shop says of this till, and the numbers that windows have claimed meanwhile, in
 * one write over all of them. Returns it as it is kept.
 */
export async function keepOwn(
  said: Pick<OwnTill, 'id' | 'name' | 'series' | 'lastNumber'>,
): Promise<OwnTill> {
  const join = (stored: unknown): OwnTill => {
    const known = isOwnTill(stored) && stored.id === said.id ? stored : undefined
    const lastNumber = Math.max(said.lastNumber, known?.lastNumber ?? 0)
    return { ...said, lastNumber, free: known?.free ?? [] }
  }
  let own = join(keptTill.get())
  try {
    await keepTogether(key, (stored) => {
      own = join(stored)
      return new Map([[key, own]])
    })
  } catch {
    // No number is claimed where the browser keeps nothing
    await keptTill.set(own)
  }
  return own
}

/** The id of a registration whose answer may be lost; blank for none. */
export const askedId = kept('own-id', '', (value) =>
  typeof value === 'string' ? value : undefined,
)

/** True once somebody has said that this device is no till. */
export const isDeclined = kept('own-declined', false, (value) => value === true)

/**
 * Takes the next number for a sale, and keeps it with whatever `keepWith` returns in one write over
 * all windows. Undefined without a till, and where the browser keeps nothing: two windows of it
 * would give the same number.
 */
export async function claimNumber(
  keepWith: (number: number) => ReadonlyMap<string, unknown> = () => new Map(),
): Promise<number | undefined> {
  if (!keptTill.get()) return undefined
  let claimed: number | undefined
  const change = (stored: unknown) => {
    claimed = undefined
    if (!isOwnTill(stored)) return new Map()
    const [next = stored.lastNumber + 1, ...free] = stored.free
    claimed = next
    const lastNumber = Math.max(stored.lastNumber, next)
    return new Map([...keepWith(next), [key, { ...stored, lastNumber, free }]])
  }
  try {
    await keepTogether(key, change)
    return claimed
  } catch {
    return undefined
  }
}

/** Gives back a number that no sale has got, for the next one. */
export const releaseNumber = (number: number | undefined): Promise<void> =>
  number === undefined
    ? Promise.resolve()
    : keepTogether(key, (stored) =>
        isOwnTill(stored) && !stored.free.includes(number)
          ? new Map([
              [
                key,
                {
                  ...stored,
                  free: [...stored.free, number].sort((one, other) => one - other),
                },
              ],
            ])
          : new Map(),
      ).catch(() => undefined)
