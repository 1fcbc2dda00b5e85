import type { ShopOrder } from './pos.ts'

/** The number of a sale as its receipt has it, such as 42 or B-42; blank without one. */
export const receiptNumberOf = ({
  number,
  receiptNumber,
}: Pick<ShopOrder, 'number' | 'receiptNumber'>): string =>
  receiptNumber ?? String(number ?? '')
