import { PosError } from '../../../shared/client/pos-error.ts'
import { pos } from '../../parts/pos.ts'
import type { Sold } from './outbox.ts'
import type { PendingSale } from './pending-sale.ts'
import type { SaleRequest } from './sale-request.ts'

/**
 * Sends a sale by its own request; undefined while its payment has not been received. Sold once
 * however often it is called, with a colleague's approval also. Throws PosError: see `isRefusal`.
 */
export async function sendSale(
  { saleId, request }: PendingSale,
  approval?: string,
): Promise<Sold | undefined> {
  try {
    const result = await sent(saleId, request, approval)
    return 'orderId' in result ? result : undefined
  } catch (error) {
    // A settlement that is repeated without its approval may have been made with it
    if (request.to === 'settle' && isForbidden(error) && (await isPaid(request.orderId)))
      return { orderId: request.orderId }
    throw error
  }
}

const isForbidden = (error: unknown) => error instanceof PosError && error.status === 403

const isPaid = async (id: string) =>
  (await pos.orders.one({ params: { id } })).status === 'paid'

/** True unless a quote is known to be unpaid: its sale gets no number before. */
export async function isPaidFor({ request }: PendingSale): Promise<boolean> {
  if (request.to === 'attach' || !('quoteId' in request.body)) return true
  const id = request.body.quoteId
  const { status } = await pos.quotes.one({ params: { id } })
  return status !== 'open' && status !== 'expired'
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
