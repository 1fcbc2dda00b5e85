/** Discounts on bills that are not settled yet, by the order's id, in cents. */
export type BillDiscounts = Readonly<Record<string, number>>

/** With a bill's discount, 0 for none; those of bills that are not open any more go. */
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
