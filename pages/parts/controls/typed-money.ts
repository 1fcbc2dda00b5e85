/** Groups of thousands or none, and up to two decimals behind a point or comma. */
const amount = /^(\d*|[1-9]\d{0,2}(?:[.,]\d{3})+)(?:[.,](\d{0,2}))?$/

/**
 * Parses an amount as somebody types it into cents, whatever the language: digits after the
 * last point or comma are decimals, unless they are three. `smallestCents` is 100 in a currency
 * without cents, else 1. Undefined for no possible amount.
 */
export function typedCents(text: string, smallestCents: number): number | undefined {
  const [, whole, decimals = ''] = amount.exec(text) ?? []
  if (whole === undefined) return undefined
  const cents = smallestCents === 1 ? Number(decimals.padEnd(2, '0')) : 0
  return Number(whole.replace(/\D/g, '')) * 100 + cents
}
