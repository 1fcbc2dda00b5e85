/**
 * A decimal amount as integer cents. Amounts are stored in cents and have at most two
 * fraction digits on the wire. Rounding is half up, and reads a number as its shortest
 * decimal text: 1.005 becomes 101 cents although its double is smaller.
 */
export function toCents(amount: number): number {
  const { digits, exponent } = decimalDigits(Math.abs(amount))
  const shift = exponent + 2
  const cents = shift >= 0 ? digits * 10n ** BigInt(shift) : halfUp(digits, -shift)
  return Number(amount < 0 ? -cents : cents)
}

/** Cents as a decimal for the wire: 4550 is 45.5. The nearest double prints exactly. */
export const fromCents = (cents: number): number => Number(formatCents(cents))

/** Cents with both fraction digits: 4550 is "45.50". */
export function formatCents(cents: number | bigint): string {
  const digits = String(cents < 0 ? -cents : cents).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * Cents as people read them: without decimals in a currency that has none, unless the amount
 * has cents all the same.
 */
export const formatMoney = (cents: number, fractionDigits: 0 | 2): string =>
  fractionDigits === 0 && cents % 100 === 0 ? String(cents / 100) : formatCents(cents)

/**
 * True if an amount stays exact as integer cents and back: from 2^46, neighbouring
 * doubles are more than a cent apart.
 */
export const fitsCents = (amount: number): boolean => Math.abs(amount) < 2 ** 46

const decimalText = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i

/** A decimal number from a path or query; undefined for any other text. */
export const readDecimal = (text: string): number | undefined =>
  decimalText.test(text) ? Number(text) : undefined

function halfUp(digits: bigint, drop: number): bigint {
  const unit = 10n ** BigInt(drop)
  return (digits + unit / 2n) / unit
}

/** A double's shortest decimal text as digits × 10^exponent. */
export function decimalDigits(value: number) {
  const [mantissa = '', exponent] = value.toExponential().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return {
    digits: BigInt(whole + fraction),
    exponent: Number(exponent) - fraction.length,
  }
}
