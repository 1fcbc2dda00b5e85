import type {
  AttachRequest,
  BillQuoteSale,
  CartQuoteSale,
  CheckoutRequest,
  SettleRequest,
} from '../../../shared/client/api.ts'

/** The request of a sale, exactly as it is sent each time. */
export type SaleRequest =
  | { readonly to: 'checkout'; readonly body: CheckoutRequest }
  | { readonly to: 'checkout-if-paid'; readonly body: CartQuoteSale }
  | { readonly to: 'attach'; readonly paymentHash: string; readonly body: AttachRequest }
  | {
      readonly to: 'settle'
      readonly orderId: string
      readonly body: SettleRequest | BillQuoteSale
    }

/** Returns the path for its POST. */
export function pathOf(request: SaleRequest): string {
  if (request.to === 'settle') return `/orders/${request.orderId}/settle`
  if (request.to === 'attach') return `/payments/unmatched/${request.paymentHash}/attach`
  return `/store/orders/${request.to}`
}
