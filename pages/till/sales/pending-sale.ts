import type { Cart } from '../cart/cart.ts'
import type { SaleRequest } from './sale-request.ts'

/**
 * A sale from the tap that makes it until the shop has answered: all the data to send it
 * again after any interruption. Its id makes repetitions one sale.
 */
export type PendingSale = {
  readonly saleId: string
  readonly madeMs: number
  readonly request: SaleRequest
  /** Amount that the customer paid in all, and the change, in cents. */
  readonly totalCents: number
  readonly changeCents: number
  /** Set while its Lightning payment is awaited: until when the invoice can be paid, Unix ms. */
  readonly unpaidUntilMs?: number | undefined
  /** Its cart, to be put back if the shop refuses it; a bill stays with its table. */
  readonly cart?: Cart | undefined
}

/** True if that user made the sale. */
export function isMadeBy({ request }: PendingSale, userId: string): boolean {
  const sale = request.to === 'attach' ? request.body.sale : request.body
  return sale?.userId === userId
}

/**
 * True if that user may send the sale again: only its maker sells for an unmatched
 * payment.
 */
export const mayResume = (sale: PendingSale, userId: string): boolean =>
  sale.request.to !== 'attach' || isMadeBy(sale, userId)
