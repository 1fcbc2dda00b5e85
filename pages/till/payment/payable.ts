import type {
  BillQuoteRequest,
  CartQuoteRequest,
  TenderInput,
} from '../../../shared/client/api.ts'
import type { Approvable } from '../approval/ask.ts'
import type { Cart } from '../cart/cart.ts'
import type { PricedCart, PricedLine } from '../cart/priced-cart.ts'
import type { SaleRequest } from '../sales/sale-request.ts'

/** What a payment adds up to: the tip, and what other tenders have paid; in cents. */
export type Amounts = { readonly tipCents: number; readonly paidCents: number }

/** A line as the customer sees it. */
export type BoughtLine = Pick<
  PricedLine,
  'name' | 'details' | 'quantity' | 'discountCents' | 'totalCents'
>

/** What is paid for, as the customer sees it. */
export type Bought = Pick<PricedCart, 'discountCents' | 'addedTaxCents'> & {
  readonly lines: readonly BoughtLine[]
  /** What was paid of it before. */
  readonly prepaidCents?: number
}

/** What costs less than the catalogue says, or otherwise, which not everybody may decide. */
export type Reduction = {
  readonly discountCents: number
  /** What the discount is on. */
  readonly costCents: number
  /** Changed prices of units. */
  readonly prices: readonly Pick<PricedLine, 'name' | 'unitCents' | 'listedCents'>[]
}

/**
 * Something that a customer pays for: a cart, or the bill of a table. The payment does not
 * know which; it asks this for the requests.
 */
export type Payable = {
  /** Says what it is, such as the table; a cart has none. */
  readonly title?: string | undefined
  /** Without a tip, in cents. */
  readonly dueCents: number
  readonly bought: Bought
  /** What a colleague has to approve where the cashier may not. */
  readonly needs?: Approvable | undefined
  /** Undefined where nothing is reduced; its requests must have the same values. */
  readonly reduction?: Reduction | undefined
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
