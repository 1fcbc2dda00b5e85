import type { PricedCart } from '../cart/priced-cart.ts'
import type { Bought } from './payable.ts'
import type { Shown, ShownInvoice } from './shown.ts'

/** A payment as the customer may see it. Amounts are cents. */
export type ShownPayment = {
  /** Title of goods other than the cart, such as a table. */
  readonly title: string | undefined
  readonly bought: Bought
  readonly totalCents: number
  readonly tipCents: number
  /** Amount left after the parts that are paid. */
  readonly leftCents: number
  readonly done: { readonly givenCents: number; readonly changeCents: number } | undefined
}

/** Returns the display's content while there is something to pay, and once it is paid. */
export function paying(
  priced: PricedCart,
  payment: ShownPayment | undefined,
  invoice: ShownInvoice | undefined,
  money: (cents: number) => string,
): Partial<Shown> {
  const some = (cents: number) => (cents > 0 ? money(cents) : undefined)
  if (payment?.done) {
    const { givenCents, changeCents } = payment.done
    return { done: { given: some(givenCents), change: some(changeCents) } }
  }
  if (!payment && priced.lines.length === 0) return {}
  const {
    lines,
    discountCents,
    addedTaxCents,
    prepaidCents = 0,
  }: Bought = payment?.bought ?? priced
  const ofLinesCents = lines.reduce((sum, line) => sum + line.discountCents, 0)
  const dueCents = payment?.totalCents ?? priced.dueCents
  const totalCents = dueCents + prepaidCents
  const leftCents = payment?.leftCents ?? dueCents
  return {
    title: payment?.title,
    lines: lines.map(({ name, details, quantity, totalCents: cents }) => ({
      name,
      details: details.join(', '),
      quantity,
      price: money(cents),
    })),
    sums: {
      discount: some(discountCents - ofLinesCents),
      tax: some(addedTaxCents),
      tip: some(payment?.tipCents ?? 0),
      total: money(totalCents),
      left: leftCents < totalCents ? money(leftCents) : undefined,
    },
    invoice,
  }
}
