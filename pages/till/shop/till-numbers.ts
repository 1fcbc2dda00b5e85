import { isObject } from '../../parts/is-object.ts'

/** The till that this browser is, and the numbers that it has given. */
export type OwnTill = {
  readonly id: string
  readonly name: string
  readonly series: string
  readonly lastNumber: number
  /** Numbers up to the last that no sale has, lowest first: the next sales take them. */
  readonly free: readonly number[]
  /** The shop's epoch in which the till last handed in everything; none is "0". */
  readonly epoch?: string | undefined
}

/** Where the till is kept. */
export const ownTillKey = 'till.own'

export const isOwnTill = (value: unknown): value is OwnTill =>
  isObject(value) && typeof value.series === 'string' && Array.isArray(value.free)

/** The number that the next sale takes. */
export const nextNumber = ({ lastNumber, free: [lowest] }: OwnTill): number =>
  lowest ?? lastNumber + 1

/** The till once a sale has taken the next number. */
export const withTaken = (own: OwnTill): OwnTill => ({
  ...own,
  lastNumber: Math.max(own.lastNumber, nextNumber(own)),
  free: own.free.slice(1),
})

/** The till once a number that no sale has got is free again. */
export const withFree = (own: OwnTill, number: number): OwnTill =>
  own.free.includes(number)
    ? own
    : { ...own, free: [...own.free, number].sort((one, other) => one - other) }
