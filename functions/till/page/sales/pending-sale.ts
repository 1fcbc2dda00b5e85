import { pos } from '../../../../page-parts/pos.ts'
import { PosError } from '../../../../shared/client/pos-error.ts'
import type { Cart } from '../cart/cart.ts'
import type { SaleRequest } from './sale-request.ts'

/**
 * A sale from the tap that makes it until the shop has answered: all that it takes to send it
 * again after any interruption. Its id makes repetitions one sale.
 */
export type PendingSale = {
  readonly saleId: string
  readonly madeMs: number
  readonly request: SaleRequest
  /** What the customer paid in all, and what goes back, in cents. */
  readonly totalCents: number
  readonly changeCents: number
  /** Set while its Lightning payment is awaited: until when the invoice can be paid, Unix ms. */
  readonly unpaidUntilMs?: number | undefined
  /** What was bought, to be put back if the shop refuses it; a bill stays with its table. */
  readonly cart?: Cart | undefined
}

/** The records of a sale. */
export type Sold = { readonly orderId: string }

/**
 * Hands a sale in; undefined while its payment has not been received. Sold once however often
 * it is called, with a colleague's approval also. Throws PosError: see `isRefusal`.
 */
export async function handIn(
  { saleId, request }: PendingSale,
  approval?: string,
): Promise<Sold | undefined> {
  const result = await sent(saleId, request, approval)
  return 'orderId' in result ? result : undefined
}

function sent(saleId: string, request: SaleRequest, given: string | undefined) {
  const approval = given !== undefined && { approval: () => Promise.resolve(given) }
  switch (request.to) {
    case 'checkout':
      return pos.storeOrders.checkout({
        body: request.body,
        idempotencyKey: saleId,
        ...approval,
      })
    case 'checkout-if-paid':
      return pos.storeOrders.checkoutIfPaid({ body: request.body })
    case 'attach':
      return pos.unmatchedPayments.attach({
        params: { hash: request.paymentHash },
        body: request.body,
      })
    case 'settle':
      return pos.bills.settle({
        params: { id: request.orderId },
        body: request.body,
        // The response to a quote that is not paid yet is not its last.
        ...(!('quoteId' in request.body) && { idempotencyKey: saleId }),
        ...approval,
      })
  }
}

/**
 * Whether the shop has decided against a sale, so that it is not sold and will not be. Silence,
 * a busy shop and a session that is over decide nothing.
 */
export const isRefusal = (error: unknown): error is PosError =>
  error instanceof PosError &&
  [400, 403, 404, 409, 422].includes(error.status) &&
  !undecided.has(error.code)

const undecided = new Set([
  'request_in_progress',
  'conflict',
  'checkout_try_again',
  'shop_suspended',
])
