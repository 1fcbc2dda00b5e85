import type {
  BillQuoteRequest,
  CartQuoteRequest,
  OfflineSale,
  TenderInput,
} from '../../../shared/client/api.ts'
import type { Approvable } from '../approval/ask.ts'
import type { Cart } from '../cart/cart.ts'
import type { PricedCart, PricedLine } from '../cart/priced-cart.ts'
import type { SaleRequest } from '../sales/sale-request.ts'

/** Amounts of a payment: the tip, and the part that other tenders have paid; in cents. */
export type Amounts = { readonly tipCents: number; readonly paidCents: number }

/** A line as the customer sees it. */
export type BoughtLine = Pick<
  PricedLine,
  'name' | 'details' | 'quantity' | 'discountCents' | 'totalCents'
>

/** Goods of a payment, as the customer sees them. */
export type Bought = Pick<PricedCart, 'discountCents' | 'addedTaxCents'> & {
  readonly lines: readonly BoughtLine[]
  /** Amount paid before. */
  readonly prepaidCents?: number
}

/** Discounts and price overrides, which may need approval. */
export type Reduction = {
  readonly discountCents: number
  /** Amount that the discount is taken off. */
  readonly costCents: number
  /** Changed prices of units. */
  readonly prices: readonly Pick<PricedLine, 'name' | 'unitCents' | 'listedCents'>[]
}

/**
 * Something that a customer pays for: a cart, or the bill of a table. The payment does not
 * know which; it asks this for the requests.
 */
export type Payable = {
  /** Title, such as the table; a cart has none. */
  readonly title?: string | undefined
  /** Without a tip, in cents. */
  readonly dueCents: number
  readonly bought: Bought
  /** Permission that a colleague has to approve, if the cashier lacks it. */
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
  /** Its receipt, where it can be sold without the cloud; a bill cannot. */
  readonly receipt?: (
    saleId: string,
    tipCents: number,
    tenders: readonly TenderInput[],
  ) => OfflineSale | undefined
  readonly cart?: Cart | undefined
}
