/** Groups of thousands or none, and up to two decimals behind a point or comma. */
const amount = /^(\d*|[1-9]\d{0,2}(?:[.,]\d{3})+)(?:[.,](\d{0,2}))?$/

type Way = {
  /** 100 in a currency without cents, else 1. */
  readonly smallestCents: number
  /** True if digits without a point or comma move in from the right: 1250 is 12.50. */
  readonly fillsFromRight: boolean
}

/**
 * Parses an amount as somebody types it into cents, whatever the language: digits after the
 * last point or comma are decimals, unless they are three. Undefined for no possible amount.
 */
export function typedCents(text: string, way: Way): number | undefined {
  if (way.fillsFromRight && /^\d*$/.test(text)) return Number(text) * way.smallestCents
  const [, whole, decimals = ''] = amount.exec(text) ?? []
  if (whole === undefined) return undefined
  const cents = way.smallestCents === 1 ? Number(decimals.padEnd(2, '0')) : 0
  return Number(whole.replace(/\D/g, '')) * 100 + cents
}
