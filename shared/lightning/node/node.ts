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
 * Every operation throws NodeFailure. A kind of node is a module that implements this type,
 * reads the node's notifications, and lists the calls that the tunnel lets pass.
 */
export type LightningNode = {
  /**
   * About how many satoshis it takes for a channel of the first payment that is large enough; null
   * for a kind that leaves channels to its owner.
   */
  readonly firstChannelSat: number | null

  getInfo: () => Promise<NodeInfo>
  /** True if the password may pay; false for one that may only receive. Pays nothing. */
  maySend: () => Promise<boolean>
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
