import type { PricedCart } from '../cart/priced-cart.ts'
import type { Shown, ShownInvoice } from './shown.ts'

/** A payment as the customer may see it. Amounts are cents. */
export type ShownPayment = {
  /** What is paid where it is not the cart, such as a table; the cart's lines are not shown then. */
  readonly title: string | undefined
  readonly isOfCart: boolean
  readonly totalCents: number
  readonly tipCents: number
  /** What is left after the parts that are paid. */
  readonly leftCents: number
  readonly done: { readonly givenCents: number; readonly changeCents: number } | undefined
}

const noCart = { lines: [], discountCents: 0, addedTaxCents: 0, dueCents: 0 }

/** What is shown while there is something to pay, and once it is paid. */
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
  const cart = payment && !payment.isOfCart ? noCart : priced
  const ofLinesCents = cart.lines.reduce((sum, line) => sum + line.discountCents, 0)
  const totalCents = payment?.totalCents ?? cart.dueCents
  const leftCents = payment?.leftCents ?? totalCents
  return {
    title: payment?.title,
    lines: cart.lines.map(({ name, details, quantity, totalCents: cents }) => ({
      name,
      details: details.join(', '),
      quantity,
      price: money(cents),
    })),
    sums: {
      discount: some(cart.discountCents - ofLinesCents),
      tax: some(cart.addedTaxCents),
      tip: some(payment?.tipCents ?? 0),
      total: money(totalCents),
      left: leftCents < totalCents ? money(leftCents) : undefined,
    },
    invoice,
  }
}
