const printingRefused = 'Error processing print job'
const checkoutRefused = 'Checkout failed: check items, stock levels, and payment details'

/**
 * Every expected failure of a request: its name, and the status and text of its response
 * unless the endpoint declares others. The body is `{message}`, or a bare string where it
 * says `bare`. `{key}` in a text is replaced by the failure's detail of that name. A code
 * stands beside the message, for programs; details that are numbers stand beside it, too.
 */
const failures = {
  invalid: [400, 'Invalid request: {fault}'],
  invalidPage: [400, 'Invalid request: {fault}'],
  blankParameter: [400, 'Missing or malformed {parameter}', 'bare'],
  blankName: [400, 'The name cannot be blank'],
  blankNameOrPin: [400, 'Name and PIN cannot be blank'],
  shortPin: [400, 'The PIN must be at least 4 characters long'],
  malformedIdempotencyKey: [400, 'Idempotency-Key must have 1 to 255 characters'],
  nothingProvided: [400, 'Nothing provided'],
  invalidDishes: [400, 'Failed to add dishes to order', 'bare'],
  tooManyDishes: [400, 'A call adds at most 200 dishes'],
  nothingToSend: [400, 'Nothing to send'],
  orderFull: [400, 'An order holds at most 1,000 dishes'],
  invalidStatus: [400, 'Invalid status: {value}'],
  malformedType: [400, 'Missing or malformed type'],
  invalidBusinessType: [400, 'Invalid business type'],
  invalidTimezone: [400, 'Invalid timezone: {value}'],
  invalidTipPercentages: [400, 'Invalid tip percentages'],
  missingUserData: [400, 'Missing user data'],
  missingBusinessData: [400, 'Missing business data'],
  malformedDay: [400, 'Invalid {name}: {value}. Expected format YYYY-MM-DD'],
  reversedDays: [400, 'startDate cannot be greater than endDate'],
  reversedTotals: [400, 'min_total cannot be greater than max_total'],
  tooManyLinks: [400, 'A ticket or a payment has at most 90 links'],
  tooManyTables: [400, 'At most 47 tables can name one order'],
  tooManyTablesOfBill: [
    400,
    'At most 8 tables can name an order that is settled, merged or moved',
  ],
  tooManyCategories: [400, 'A product has at most 40 categories'],
  tooManyTaxes: [400, 'A shop has at most 20 taxes'],
  tooManyItems: [400, 'A printed ticket holds at most 500 items'],
  tooManyComments: [400, 'A printed item holds at most 20 comments'],
  tooMuchText: [400, 'A printed ticket holds at most 64 KB of text'],
  tooManyLines: [400, 'A printed ticket has at most 2,000 lines'],
  tooManyPixels: [400, 'A picture has at most 50 megapixels'],
  oneSidedDays: [400, '{missing} is required when {given} is provided'],
  invalidPeriod: [400, 'Invalid period: {value}. Must be week, month, or year'],
  sumsTooLarge: [400, 'The sums are too large to be exact: ask for fewer sales'],
  invalidFilter: [400, 'Invalid {name}: {value}'],
  paymentHashRequired: [400, 'paymentHash required'],
  checkoutFailed: [400, checkoutRefused, 'message', 'checkout_invalid_reference'],
  checkoutEmpty: [400, checkoutRefused, 'message', 'checkout_empty'],
  checkoutQuantity: [400, checkoutRefused, 'message', 'checkout_invalid_quantity'],
  checkoutProduct: [400, checkoutRefused, 'message', 'checkout_product_not_found'],
  checkoutStock: [400, checkoutRefused, 'message', 'checkout_insufficient_stock'],
  checkoutDiscount: [400, checkoutRefused, 'message', 'checkout_invalid_discount'],
  checkoutTip: [400, checkoutRefused, 'message', 'checkout_invalid_tip'],
  checkoutAmounts: [400, checkoutRefused, 'message', 'checkout_amounts_differ'],
  paymentTooSmall: [400, checkoutRefused, 'message', 'payment_too_small'],
  checkoutTryAgain: [
    409,
    'Products of the cart are being changed, try again',
    'message',
    'checkout_try_again',
  ],
  tooManyProducts: [
    400,
    'Checkout failed: a sale holds at most {limit} different products',
    'message',
    'checkout_too_many_products',
  ],
  refundInvoiceExpiry: [
    400,
    'The invoice of a refund must expire within 24 hours',
    'message',
    'refund_invoice_expiry',
  ],
  undecodableInvoice: [400, 'Could not decode invoice'],
  unauthenticated: [401, 'Unauthorized API access'],
  invalidToken: [401, 'Invalid token'],
  roleMissing: [401, 'No assigned role for this user'],
  signatureMissing: [401, 'Missing signature'],
  signatureInvalid: [401, 'Invalid signature'],
  walletSessionExpired: [401, 'Wallet session is over'],
  invalidCredentials: [401, 'Invalid credentials'],
  permissionRequired: [403, 'Permission required'],
  invalidPin: [403, 'Invalid PIN'],
  adminRequired: [403, 'Admin privileges required'],
  walletRequired: [403, 'Wallet access required'],
  agentWithoutNode: [403, 'This agent was enrolled without a node'],
  foreignPage: [403, 'Requests from pages of this origin are not allowed'],
  methodNotAllowed: [405, 'Method not allowed'],
  notFound: [404, 'Not found'],
  noZReport: [404, 'Z report not found', 'bare'],
  frontDoorBypassed: [404, 'Not found'],
  refundNotFound: [404, 'Refund not found'],
  userNotFound: [404, 'User not found', 'bare'],
  tableNotFound: [404, 'Table not found', 'bare'],
  paymentMethodNotFound: [404, 'Payment method not found', 'bare'],
  currencyNotFound: [404, 'Unknown currency acronym: {acronym}'],
  roleNotFound: [404, 'Role with ID: {roleId} not found', 'bare'],
  cannotCancel: [409, 'The agent of this printer cannot cancel jobs'],
  alreadyExists: [409, 'Name already exists'],
  tableOccupied: [409, 'Table is occupied'],
  orderPaid: [409, 'Order is already paid'],
  ticketOfSale: [409, 'Ticket belongs to a sale'],
  paymentOfSale: [409, 'Payment belongs to a sale'],
  shiftAlreadyOpen: [409, 'There is already an open shift', 'bare'],
  setupAlreadyCompleted: [409, 'Initial setup already completed'],
  lastUser: [409, 'Cannot delete the last user'],
  lastAdmin: [409, 'Cannot remove the last admin user'],
  conflict: [409, 'The record was changed by another request, try again'],
  paymentOfAnother: [
    409,
    'Payment was made for another user',
    'message',
    'payment_of_another_user',
  ],
  paymentSold: [
    409,
    'Payment was used for another sale',
    'message',
    'payment_already_sold',
  ],
  alreadyRefunded: [409, 'The order is already refunded', 'message', 'already_refunded'],
  orderNotPaid: [409, 'The order is not paid', 'message', 'order_not_paid'],
  noBitcoinPayment: [
    409,
    'No bitcoin was received for the order',
    'message',
    'no_bitcoin_payment',
  ],
  refundInvoiceMissingAmount: [
    409,
    'The refund needs an invoice that names an amount',
    'message',
    'refund_invoice_missing_amount',
  ],
  refundInvoiceAmountMismatch: [
    409,
    'The invoice of this refund must name {limit}',
    'message',
    'refund_invoice_amount_mismatch',
  ],
  refundExceedsPaid: [
    409,
    'The refund is more than what is left of the order',
    'message',
    'refund_exceeds_paid',
  ],
  refundMethodNotUsed: [
    400,
    'Nothing of the order was paid by this method: give it back in cash',
    'message',
    'refund_method_not_used',
  ],
  refundInProgress: [
    409,
    'A refund of the order is in progress, try again later',
    'message',
    'refund_in_progress',
  ],
  inUse: [400, 'The record is in use'],
  inBundles: [409, 'Product is a component of bundles: {names}'],
  insufficientStock: [400, 'Invalid or insufficient stock'],
  requestInProgress: [
    409,
    'The first request with this Idempotency-Key is still running',
  ],
  tooManyFiles: [413, 'A form holds at most 500 pictures'],
  bodyTooLarge: [413, 'Request body too large'],
  responseTooLarge: [413, 'Answer too large: ask for pages with limit and cursor'],
  exportTooLarge: [413, 'Export too large: ask for fewer days'],
  idempotencyKeyReused: [422, 'Idempotency-Key was used with another request'],
  tooManyAttempts: [429, 'Too many attempts'],
  internal: [500, 'Internal server error'],
  storageUnavailable: [500, 'Error connecting to the database'],
  printingFailed: [503, printingRefused],
  noPrinter: [503, printingRefused, 'message', 'printer_not_configured'],
  printerUnreachable: [503, printingRefused, 'message', 'printer_not_available'],
  templateNotFound: [503, printingRefused, 'message', 'template_not_found'],
} as const satisfies Record<
  string,
  readonly [status: number, text: string, form?: 'bare' | 'message', code?: string]
>

/** The name of a failure that the domain may throw without knowing who asked. */
export type FailureKind = keyof typeof failures

/** Whether a text is a failure's name: schemas name a failure as the error of a field. */
export const isFailureKind = (name: string): name is FailureKind =>
  Object.hasOwn(failures, name)

/**
 * What fills a failure's text in. Members of a coded refusal as well are numbers, and
 * `field`: the one field of the request that is to blame, such as `items[0].quantity`.
 */
export type FailureDetails = Readonly<Record<string, string | number>>

/** An expected refusal. The endpoint's declaration decides its words on the wire. */
export class Failure extends Error {
  readonly kind: FailureKind
  readonly details: FailureDetails

  constructor(kind: FailureKind, details: FailureDetails = {}, options?: ErrorOptions) {
    super(kind, options)
    this.name = 'Failure'
    this.kind = kind
    this.details = details
  }

  get status(): number {
    return failures[this.kind][0]
  }

  get text(): string {
    return failures[this.kind][1]
  }

  get form(): 'bare' | 'message' {
    return failures[this.kind][2] ?? 'message'
  }

  /** What programs tell the failure by; undefined for one that has no code. */
  get code(): string | undefined {
    return failures[this.kind][3]
  }
}
