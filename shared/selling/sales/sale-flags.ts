/** Flags that a person should look at, of a sale at a till. */
export const saleFlags = [
  'number_differs',
  'was_unused',
  'stock_short',
  'price_differs',
  'discount_not_permitted',
  'product_gone',
  'user_gone',
  'tax_differs',
  'late',
  'over_limit',
  'backdated',
  'clock_differs',
  'user_not_on_till',
  'till_revoked',
  'till_copied',
] as const
export type SaleFlag = (typeof saleFlags)[number]

/** Flags of price, discount, limit, time and person: whoever owns the shop is told at once. */
const alarming: ReadonlySet<SaleFlag> = new Set([
  'was_unused',
  'price_differs',
  'discount_not_permitted',
  'user_gone',
  'over_limit',
  'backdated',
  'clock_differs',
  'user_not_on_till',
  'till_revoked',
  'till_copied',
])

/** Those flags of a sale that raise an alert. */
export const alarmingFlags = (flags: readonly SaleFlag[]): SaleFlag[] =>
  flags.filter((flag) => alarming.has(flag))
