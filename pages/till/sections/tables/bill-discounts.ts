/** Discounts on bills that are not settled yet, by the order's id, in cents. */
export type BillDiscounts = Readonly<Record<string, number>>

/** Returns the discounts with a bill's, 0 for none, and without those of closed bills. */
export const withDiscount = (
  discounts: BillDiscounts,
  orderId: string,
  cents: number,
  open: ReadonlySet<string>,
): BillDiscounts =>
  Object.fromEntries(
    Object.entries({ ...discounts, [orderId]: cents }).filter(
      ([id, each]) => each > 0 && (id === orderId || open.has(id)),
    ),
  )
