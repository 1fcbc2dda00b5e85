import type {
  Balance,
  ChannelClosing,
  CreatedInvoice,
  IncomingPayment,
  InvoicePayment,
  InvoiceRequest,
  NodeInfo,
  OfferPayment,
  OnchainPayment,
  OutgoingPayment,
  PaymentQuery,
  PaymentResult,
} from './node-schemas.ts'

/**
 * A shop's Lightning node, of any kind. Amounts are satoshis, fee rates satoshis per byte.
 * Every operation throws NodeFailure. A kind of node is a module that implements this, reads
 * the node's notifications, and says what the tunnel lets pass.
 */
export type LightningNode = {
  readonly can: NodeAbilities

  getInfo: () => Promise<NodeInfo>
  getBalance: () => Promise<Balance>

  /** Cuts the description to 128 characters. */
  createInvoice: (request: InvoiceRequest) => Promise<CreatedInvoice>

  payInvoice: (payment: InvoicePayment) => Promise<PaymentResult>
  payOffer: (payment: OfferPayment) => Promise<PaymentResult>
  /** The on-chain operations return the transaction's id. */
  sendToAddress: (payment: OnchainPayment) => Promise<string>
  bumpFee: (feerateSatByte: number) => Promise<string>
  closeChannel: (closing: ChannelClosing) => Promise<string>

  /** The node chooses the order of its lists. */
  incomingPayments: (query?: PaymentQuery) => Promise<IncomingPayment[]>
  outgoingPayments: (
    query?: Omit<PaymentQuery, 'externalId'>,
  ) => Promise<OutgoingPayment[]>
  /** The lookups return undefined for a payment that the node does not have. */
  incomingPayment: (paymentHash: string) => Promise<IncomingPayment | undefined>
  outgoingPayment: (paymentId: string) => Promise<OutgoingPayment | undefined>
  outgoingPaymentByHash: (paymentHash: string) => Promise<OutgoingPayment | undefined>
}

/** What not every kind of node can do. */
export type NodeAbilities = {
  readonly payOffers: boolean
  /** Sends to addresses, raises their fees, closes channels. */
  readonly payOnchain: boolean
  /** Makes invoices that have the hash of a description, as static codes need. */
  readonly hashDescriptions: boolean
}
