/**
 * The fiat value of satoshis at a rate per bitcoin: the exact product as the nearest
 * double.
 */
export function fiatOf(satoshis: number, rate: number): number {
  const [mantissa = '0', exponent = '0'] = rate.toExponential().split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const digits = BigInt(whole + fraction) * BigInt(satoshis)
  return Number(`${digits}e${Number(exponent) - fraction.length - satoshiDigits}`)
}

/** A bitcoin is 100,000,000 satoshis. */
const satoshiDigits = 8
