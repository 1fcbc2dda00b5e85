import { keepTogether } from '../../parts/kept.ts'
import { kept } from './kept.ts'
import {
  isOwnTill,
  nextNumber,
  type OwnTill,
  ownTillKey,
  withFree,
  withTaken,
} from './till-numbers.ts'

export const keptTill = kept<OwnTill | undefined>('own', undefined, (value) =>
  isOwnTill(value) ? value : undefined,
)

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
    return { ...said, lastNumber, free: known?.free ?? [], epoch: known?.epoch }
  }
  let own = join(keptTill.get())
  try {
    await keepTogether([ownTillKey], ([stored]) => {
      own = join(stored)
      return new Map([[ownTillKey, own]])
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
 * Takes the next number for a sale that is not kept yet. Undefined without a till, and where the
 * browser keeps nothing: two windows of it would give the same number.
 */
export async function claimNumber(): Promise<number | undefined> {
  let claimed: number | undefined
  try {
    await keepTogether([ownTillKey], ([own]) => {
      claimed = undefined
      if (!isOwnTill(own)) return new Map()
      claimed = nextNumber(own)
      return new Map([[ownTillKey, withTaken(own)]])
    })
    return claimed
  } catch {
    return undefined
  }
}

/** Gives back a number that no sale has got, for the next one. */
export const releaseNumber = (number: number | undefined): Promise<void> =>
  number === undefined
    ? Promise.resolve()
    : keepTogether([ownTillKey], ([own]) =>
        isOwnTill(own) ? new Map([[ownTillKey, withFree(own, number)]]) : new Map(),
      ).catch(() => undefined)
