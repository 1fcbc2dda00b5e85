export {}

declare module '../../failure.ts' {
  interface Failures {
    alreadyRefunded: NoDetails
    orderNotPaid: NoDetails
    noBitcoinPayment: NoDetails
    refundInvoiceMissingAmount: NoDetails
    refundInvoiceAmountMismatch: { limit: string }
    refundInvoiceExpiry: NoDetails
    refundExceedsPaid: NoDetails
    refundExceedsMethod: { leftCents: number }
    refundMethodNotUsed: NoDetails
    refundInProgress: NoDetails
  }
}
