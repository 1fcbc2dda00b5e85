import type {
  BillQuoteRequest,
  CartQuoteRequest,
  TenderInput,
} from '../../../../shared/client/api.ts'
import type { Approvable } from '../approval/ask.ts'
import type { Cart } from '../cart/cart.ts'
import type { SaleRequest } from '../sales/sale-request.ts'

/** What a payment adds up to: the tip, and what other tenders have paid; in cents. */
export type Amounts = { readonly tipCents: number; readonly paidCents: number }

/**
 * Something that a customer pays for: a cart, or the bill of a table. The payment does not
 * know which; it asks this for the requests.
 */
export type Payable = {
  /** Says what it is, such as the table; a cart has none. */
  readonly title?: string | undefined
  /** Without a tip, in cents. */
  readonly dueCents: number
  /** What a colleague has to approve where the cashier may not. */
  readonly needs?: Approvable | undefined
  readonly quote: (amounts: Amounts) => CartQuoteRequest | BillQuoteRequest
  /** The request that sells it for these tenders. */
  readonly sale: (
    saleId: string,
    tipCents: number,
    tenders: readonly TenderInput[],
  ) => SaleRequest
  /** The request that sells a quote of it, with the tenders beside the quote's own. */
  readonly quoteSale: (
    saleId: string,
    quoteId: string,
    tenders: readonly TenderInput[],
  ) => SaleRequest
  readonly cart?: Cart | undefined
}
