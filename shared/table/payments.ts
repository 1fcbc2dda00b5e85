import { type Item, inCollection, type Key } from './keys.ts'

/** What satoshis were worth, as the client said it. */
export type Rates = {
  readonly exchangeRateAtPayment: number | null
  readonly exchangeRateCurrency: string | null
  readonly fiatAmountAtPayment: number | null
}

/** What a payment by Lightning says beyond its amount. */
export type LightningTender = Rates & {
  readonly satoshiAmount: number | null
  /** In lower case. */
  readonly paymentHash: string | null
}

/**
 * A payment. Tickets and payments name each other in both records, so that either side
 * is read without an index; at most 90 links each.
 */
export type Payment = Item & {
  readonly id: string
  readonly methodId: string
  readonly currencyId: string
  readonly transactionId: string
  readonly amountCents: number
  /** null when the payment was not by Lightning. */
  readonly lightning: LightningTender | null
  readonly ticketIds: readonly string[]
}

export const paymentKey = (id: string): Key => inCollection('PAYMENT', id)
