import { decimalDigits } from './decimal.ts'

/**
 * The fiat value of satoshis at a rate per bitcoin: the exact product as the nearest
 * double.
 */
export function fiatOf(satoshis: number, rate: number): number {
  const { digits, exponent } = decimalDigits(rate)
  return Number(`${digits * BigInt(satoshis)}e${exponent - satoshiDigits}`)
}

/**
 * The fewest satoshis that are worth cents at a rate per bitcoin, exactly; undefined for more
 * than a double counts.
 */
export function satoshisFor(cents: number, rate: number): number | undefined {
  const { digits, exponent } = decimalDigits(rate)
  const power = satoshiDigits - 2 - exponent
  const numerator = BigInt(cents) * 10n ** BigInt(Math.max(power, 0))
  const denominator = digits * 10n ** BigInt(Math.max(-power, 0))
  const satoshis = Number((numerator + denominator - 1n) / denominator)
  return Number.isSafeInteger(satoshis) ? satoshis : undefined
}

/**
 * Compares satoshis at a rate per bitcoin with a percentage of cents, exactly: above 0
 * when the satoshis are worth more, below when they are worth less.
 */
export function compareWorth(
  satoshis: number,
  rate: number,
  { cents, percent }: { readonly cents: number; readonly percent: number },
): number {
  const { digits, exponent } = decimalDigits(rate)
  const scale = 10n ** BigInt(Math.abs(exponent - satoshiDigits + 4))
  const isFraction = exponent < satoshiDigits - 4
  const worth = digits * BigInt(satoshis) * (isFraction ? 1n : scale)
  const least = BigInt(cents) * BigInt(percent) * (isFraction ? scale : 1n)
  return Number(worth > least) - Number(worth < least)
}

/**
 * Returns the worth of satoshis at a rate per bitcoin in whole cents, rounded down to a
 * multiple of the currency's smallest amount. An invoice asks for satoshis rounded up, so
 * this gives back the price that it was made for.
 */
export function centsOfSatoshis(
  satoshis: number,
  rate: number,
  smallestCents: number,
): number {
  const { digits, exponent } = decimalDigits(rate)
  const worth = digits * BigInt(satoshis)
  const shift = exponent - satoshiDigits + 2
  const scale = 10n ** BigInt(Math.abs(shift))
  const cents = shift < 0 ? worth / scale : worth * scale
  return Number(cents - (cents % BigInt(smallestCents)))
}

/** A bitcoin is 100,000,000 satoshis. */
const satoshiDigits = 8
