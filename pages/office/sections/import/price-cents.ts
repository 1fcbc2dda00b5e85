export type DecimalSign = ',' | '.'

/**
 * Cents of a price in a file; undefined for none. Without a decimal sign it is the last one that
 * the price has: the shop refuses what reads in two ways.
 */
export function centsOf(
  price: string,
  sign: DecimalSign | undefined,
): number | undefined {
  const decimal = sign ?? (price.lastIndexOf(',') > price.lastIndexOf('.') ? ',' : '.')
  const plain = price.replaceAll(decimal === '.' ? ',' : '.', '').replace(',', '.')
  if (!/^\d+(\.\d{1,2})?0*$/.test(plain)) return undefined
  const [whole = '', decimals = ''] = plain.split('.')
  return Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'))
}
