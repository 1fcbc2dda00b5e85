import { Failure } from '../../failure.ts'
import type { Write } from '../../platform/dynamodb/write.ts'
import type { PendingPayment } from '../checkout/checkout-result.ts'
import type { Quoted } from '../quotes/quotes.ts'
import type { Prepaid } from '../restaurant/restaurant-orders.ts'
import type { Buyer } from '../sales/buyer.ts'
import type { CountedChange } from '../sales/counted-rows.ts'
import type { DayRecord } from '../sales/day-record.ts'
import type { HandedIn } from '../sales/handed-in.ts'
import type { PaidSatoshis } from '../sales/paid-satoshis.ts'
import type { HashSale, PaymentHashState } from '../sales/payment-hashes.ts'
import type { Seller } from '../sales/payment-owner.ts'
import type { SaleFlag } from '../sales/sale-flags.ts'
import type { SaleIds } from '../sales/sale-on-wire.ts'
import type { SaleSnapshot } from '../sales/sale-snapshot.ts'
import type { SaleSums } from '../sales/sale-sums.ts'
import type { OpenAmount, OtherPrice } from '../sales/sales-audit.ts'
import type { SoldTicket } from '../sales/sold-ticket.ts'
import type { Tender } from '../sales/tenders.ts'
import type { SellingTill, TillDay } from '../sales/till-day.ts'
import type { SaleSettings } from '../shop-config/sold-shop.ts'

/** Time and seller of a sale, and the seller's right to discounts. */
export type SaleFacts = Seller & {
  readonly nowMs: number
  /** Time of the quote that is sold, in Unix ms: its tax rates are those of then. */
  readonly quotedAtMs?: number | undefined
  readonly mayDiscount: boolean
  /** Till of the sale, if any. */
  readonly till?: SellingTill | undefined
  /** The colleague who approved the discounts of the quote that is sold. */
  readonly approvedBy?: string | undefined
}

/** Data that every sale reads: the shop's settings and the day that it counts in. */
export type SaleBasis = SaleSettings & {
  readonly day: DayRecord | undefined
  /** Day of the till where it is sold, if any. */
  readonly tillDay?: TillDay | undefined
}

type Readable<Inputs> = {
  /** Reads its inputs, in one round trip. */
  readonly read: (facts: SaleFacts) => Promise<Inputs>
  /**
   * Throws if the caller may not sell it, or nobody may, so that no customer pays for it.
   * Reads its inputs when they are needed.
   */
  readonly refuse: (facts: SaleFacts, inputs: () => Promise<Inputs>) => Promise<void>
}

/** Goods that can be quoted: a cart, or the bill of an order. */
export type Quotable<Inputs> = Readable<Inputs> & {
  /** Prices it. Throws the failures of a checkout, and `permissionRequired`. */
  readonly price: (inputs: Inputs, facts: SaleFacts) => Promise<Quoted> | Quoted
}

/** Goods that can be paid: a cart, or the bill of an order, with its tenders. */
export type Payable<Inputs extends SaleBasis, Answer> = Readable<Inputs> & {
  /** The till's own id of the sale, if it has one. */
  readonly saleId: string | undefined
  /** Digest of the goods and the payment, for the saleId. */
  readonly digest: string
  /** Identifies it as a till may write it later, in a shop that counts in this currency. */
  readonly content?: ((baseCurrency: string) => string) | undefined
  readonly tenders: readonly Tender[]
  /** Reads the inputs again after they have changed for the nth time. */
  readonly readAgain: (inputs: Inputs, times: number, facts: SaleFacts) => Promise<Inputs>
  /** True if the sale of its payment hash is a sale of the same goods. */
  readonly isSoldBy: (sale: HashSale) => Promise<boolean>
  /** Checks it against its inputs and computes its sale. Throws the failures of a checkout. */
  readonly plan: (
    inputs: Inputs,
    tenders: readonly Tender[],
    facts: SaleFacts,
  ) => Promise<SalePlan> | SalePlan
  /** Ids of its sale that its client reads. */
  readonly idsOf: (ids: SaleIds) => SaleIds
  readonly answer: (ids: SaleIds) => Answer
}

/** A sale that passed its checks, ready to be written. */
export type SalePlan = {
  readonly orderId: string
  readonly userId: string
  /** Amount paid, with the tip. */
  readonly totalCents: number
  readonly tipCents: number
  readonly notes: string
  readonly buyer: Buyer | undefined
  /** As a certified device beside the till signed it. */
  readonly fiscal: string | undefined
  readonly sums: SaleSums
  /** Amount of the tenders beyond the total; below 0 when they pay less. */
  readonly roundingCents: number
  /** Payments that were attached before, and become tenders of their own. */
  readonly prepaid: readonly Prepaid[]
  /** The category of each line of the order; undefined for none. */
  readonly categoryIds: readonly (string | undefined)[]
  /** Identifies a cart for the payment hash that it is sold by. */
  readonly cartDigest?: string
  /** Differences from catalogue prices, for the audit trail. */
  readonly otherPrices?: readonly OtherPrice[]
  readonly openAmounts?: readonly OpenAmount[]
  /** Additions to the day beside the sale's own sums. */
  readonly counted: CountedChange
  /** Of a sale that is handed in: what counts as its till wrote it. */
  readonly written?: Written
  /** The writes of the order that is sold, with its sale. */
  readonly order: (sold: SoldTicket, ids: SaleIds) => readonly (Write | false)[]
  /** Writes of the stock, or of the menu's counts. */
  readonly goods: readonly Write[]
  /** True if a repetition is known without the stored response of its Idempotency-Key. */
  readonly knowsRepetition: boolean
}

/** Parts of a sale that are kept as its till wrote them. */
export type Written = Pick<
  SaleSettings,
  'pricesIncludeTax' | 'currency' | 'baseCurrencyId' | 'smallestCents'
> & {
  readonly place: Pick<SaleSnapshot, 'syncedAt' | 'statedAt'>
  readonly flags: readonly SaleFlag[]
  /** Day of a sale that came after its Z, YYYY-MM-DD. */
  readonly lateDay: string | undefined
  /** Sums that its till has handed in with it, where the shop limits them. */
  readonly handedIn: readonly HandedIn[] | undefined
  /** It was sold in another currency than the shop's, and is in none of its sums. */
  readonly isApart: boolean
}

/** The payments by Lightning of a sale, and how they are known to be received. */
export type SalePayment<Pending = PendingPayment> = {
  /** In the order of their tenders. */
  readonly hashes: readonly string[]
  /** Reads the records of each. */
  readonly read: () => Promise<readonly PaymentHashState[]>
  /** Nothing else is read before it is confirmed: tills ask again until the customer has paid. */
  readonly comesFirst?: true
  /** Throws if the caller may not sell one, or if one was used otherwise. */
  readonly requireSellable: (
    known: readonly PaymentHashState[],
    seller: Seller,
  ) => Promise<void>
  /** Confirms them. Throws NodeFailure, `checkoutInvalidReference`, `paymentTooSmall`. */
  readonly confirm: (
    known: readonly PaymentHashState[],
    basis: () => Promise<SaleBasis>,
    seller: Seller,
  ) => Promise<Received | Pending>
}

/** Payments of a sale once it may be made. */
export type Received = {
  readonly payments: readonly ReceivedPayment[]
  /** A payment that no till has sold by itself, and its entry in the audit trail. */
  readonly unsold?: { readonly sentSat: number; readonly audit: Write }
}

export type ReceivedPayment = {
  readonly hash: string
  /** Records of it before the sale. */
  readonly known: PaymentHashState
  /** Absent where neither the node nor a notification said that it was paid. */
  readonly paid?: PaidSatoshis | undefined
  /** Absent where the till's word counts. */
  readonly verified?: Verified
}

/** Proof that a payment is enough. */
export type Verified = {
  /** True if a rate that the server kept with it, or its quote, gives its worth. */
  readonly isPriced: boolean
}

/** The moment whose tax rates a sale has, in Unix ms. */
export const taxedAt = ({ quotedAtMs, nowMs }: SaleFacts): number => quotedAtMs ?? nowMs

/** Throws `permissionRequired` for a discount of a caller without the right to discounts. */
export function refuseDiscount(
  isDiscounted: boolean,
  { mayDiscount }: Pick<SaleFacts, 'mayDiscount'>,
): void {
  if (isDiscounted && !mayDiscount) throw new Failure('permissionRequired')
}
