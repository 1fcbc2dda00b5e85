/**
 * Divides cents among weights with largest-remainder rounding, so that the shares add up
 * exactly. Among equal remainders the first in order gets the cent. No share exceeds its
 * weight as long as `cents` does not exceed the sum of the weights. Throws when all weights
 * are 0 and `cents` is not.
 *
 * Shares are multiples of `smallestCents`, 100 in a currency without cents, if `cents` and
 * the weights are; otherwise they are to the cent.
 */
export function sharesOf(
  cents: number,
  weights: readonly number[],
  smallestCents = 1,
): number[] {
  const isWhole = [cents, ...weights].every((each) => each % smallestCents === 0)
  if (smallestCents > 1 && isWhole) {
    const wholes = weights.map((weight) => weight / smallestCents)
    return sharesOf(cents / smallestCents, wholes).map((share) => share * smallestCents)
  }
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (total === 0n) {
    if (cents !== 0) throw new Error('cents cannot be spread over weights of 0')
    return weights.map(() => 0)
  }
  const parts = weights.map((weight, at) => {
    const product = BigInt(cents) * BigInt(weight)
    return { at, floor: Number(product / total), remainder: product % total }
  })
  const spread = parts.reduce((sum, { floor }) => sum + floor, 0)
  const rounded = parts
    .toSorted((one, other) => Number(other.remainder - one.remainder))
    .slice(0, cents - spread)
  const withCent = new Set(rounded.map(({ at }) => at))
  return parts.map(({ at, floor }) => floor + (withCent.has(at) ? 1 : 0))
}

/** Units of a line; `taken` were given before. */
export type Units = {
  /** Units of the whole line. */
  readonly quantity: number
  readonly taken: number
  readonly units: number
}

/**
 * The share of a line's cents for its next units. All shares add up to the line's cents,
 * however the units are grouped. They are multiples of `smallestCents` if the cents are.
 */
export function unitsShare(
  cents: number,
  { quantity, taken, units }: Units,
  smallestCents = 1,
): number {
  const upTo = (count: number) => partOf(cents, count, quantity, smallestCents)
  return upTo(taken + units) - upTo(taken)
}

/**
 * cents × numerator ÷ denominator, exactly, rounded down to a multiple of `smallestCents` if
 * the cents are one, else to the cent. For amounts from 0.
 */
export function partOf(
  cents: number,
  numerator: number,
  denominator: number,
  smallestCents = 1,
): number {
  const step = cents % smallestCents === 0 ? smallestCents : 1
  const product = BigInt(cents / step) * BigInt(numerator)
  return Number(product / BigInt(denominator)) * step
}

/** Returns a fraction of cents, rounded half up. */
export function fractionOf(
  cents: number,
  numerator: number,
  denominator: number,
  smallestCents = 1,
): number {
  const step = cents % smallestCents === 0 ? smallestCents : 1
  const divisor = 2n * BigInt(denominator)
  const product = 2n * BigInt(cents / step) * BigInt(numerator)
  return Number((product + BigInt(denominator)) / divisor) * step
}

/** The nearest multiple of a step. Rounding is half up. For amounts from 0. */
export const nearestMultiple = (cents: number, step: number): number =>
  fractionOf(cents, 1, step) * step

/** Whole cents. Rounding is half down: 10.5 becomes 10. For amounts from 0. */
export function halfDown(cents: number): number {
  const whole = Math.floor(cents)
  return cents - whole > 0.5 ? whole + 1 : whole
}
