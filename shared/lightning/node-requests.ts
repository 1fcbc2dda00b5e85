/** Filter and page of a payment list; the node chooses what is left out. */
export type PaymentQuery = {
  fromMs?: number | undefined
  toMs?: number | undefined
  limit?: number | undefined
  offset?: number | undefined
  /** Adds unpaid invoices, or failed payments. */
  all?: boolean | undefined
  externalId?: string | undefined
}

/** An invoice to create; without an amount, the payer chooses it. */
export type InvoiceRequest = {
  description: string
  amountSat?: number | null | undefined
  externalId?: string | null | undefined
  expirySeconds?: number | null | undefined
}

/** An invoice to pay; without an amount, the invoice's own is paid. */
export type InvoicePayment = { invoice: string; amountSat?: number | null | undefined }

export type OfferPayment = {
  offer: string
  amountSat?: number | null | undefined
  message?: string | null | undefined
}

export type OnchainPayment = {
  amountSat: number
  address: string
  feerateSatByte: number
}

export type ChannelClosing = {
  channelId: string
  address: string
  feerateSatByte: number
}
