import { decimalDigits } from './decimal.ts'

/**
 * The fiat value of satoshis at a rate per bitcoin: the exact product as the nearest
 * double.
 */
export function fiatOf(satoshis: number, rate: number): number {
  const { digits, exponent } = decimalDigits(rate)
  return Number(`${digits * BigInt(satoshis)}e${exponent - satoshiDigits}`)
}

/** A bitcoin is 100,000,000 satoshis. */
const satoshiDigits = 8
