import { codeOf, type Failure, type FailureKind } from '../../failure.ts'
import { bare, coded, message, type Problem, type Problems } from './problem.ts'

const checkoutRefused = 'Checkout failed: check items, stock levels, and payment details'
const printingRefused = 'Error processing print job'

/**
 * The response to each failure, unless the endpoint declares another. `{name}` in a text is
 * replaced by the failure's detail of that name.
 */
const defaultProblems: Readonly<Record<FailureKind, Problem>> = {
  invalid: message(400, 'Invalid request: {fault}'),
  notFound: message(404, 'Not found'),
  alreadyExists: message(409, 'Name already exists'),
  inUse: message(400, 'The record is in use'),
  nothingProvided: message(400, 'Nothing provided'),
  unauthenticated: message(401, 'Unauthorized API access'),
  permissionRequired: message(403, 'Permission required'),

  conflict: message(409, 'The record was changed by another request, try again'),
  storageUnavailable: message(500, 'Error connecting to the database'),
  invalidPage: message(400, 'Invalid request: {fault}'),

  idempotencyKeyReused: message(422, 'Idempotency-Key was used with another request'),
  requestInProgress: message(
    409,
    'The first request with this Idempotency-Key is still running',
  ),

  rateUnavailable: coded(503, 'Exchange rate unavailable'),
  ratesDiffer: coded(503, 'Exchange rate unavailable: the sources differ'),
  currencyNotFound: message(404, 'Unknown currency acronym: {acronym}'),

  malformedDay: message(400, 'Invalid {name}: {value}. Expected format YYYY-MM-DD'),

  blankName: message(400, 'The name cannot be blank'),
  blankNameOrPin: message(400, 'Name and PIN cannot be blank'),
  shortPin: message(400, 'The PIN must be at least 4 characters long'),
  roleNotFound: bare(404, 'Role with ID: {roleId} not found'),
  userNotFound: bare(404, 'User not found'),
  invalidCredentials: message(401, 'Invalid credentials'),
  invalidPin: message(403, 'Invalid PIN'),
  tooManyAttempts: message(429, 'Too many attempts'),
  adminRequired: message(403, 'Admin privileges required'),
  lastUser: message(409, 'Cannot delete the last user'),
  lastAdmin: message(409, 'Cannot remove the last admin user'),

  tillExists: message(409, 'Till already exists'),
  tooManyTills: message(409, 'A shop has at most 500 tills'),
  handInFirst: coded(409, 'Hand in the earlier sales of this till first'),
  tillRevoked: coded(403, 'Till is revoked'),
  offlineSellingOff: coded(403, 'Offline selling is off'),
  tillTokenInvalid: coded(400, 'X-Till is not the token of a till'),

  roleMissing: message(401, 'No assigned role for this user'),
  invalidToken: message(401, 'Invalid token'),

  shopSuspended: message(403, 'This shop is suspended: ask who hosts it'),
  shopReadOnly: message(
    503,
    'This shop is being moved and takes no changes now, try again later',
  ),
  shopBusy: message(429, 'Too many requests to this shop'),

  agentWithoutNode: message(403, 'This agent was enrolled without a node'),

  invalidCashRounding: message(400, 'Invalid cash rounding'),
  invalidTimezone: message(400, 'Invalid timezone: {value}'),
  invalidBusinessType: message(400, 'Invalid business type'),
  invalidTipPercentages: message(400, 'Invalid tip percentages'),
  missingUserData: message(400, 'Missing user data'),
  missingBusinessData: message(400, 'Missing business data'),
  setupAlreadyCompleted: message(409, 'Initial setup already completed'),

  malformedPart: message(400, 'The number of a part is 1 to {most}'),
  malformedType: message(400, 'Missing or malformed type'),
  tooManyCategories: message(400, 'A product has at most 40 categories'),
  tooManyTaxes: message(400, 'A shop has at most 20 taxes'),
  rateBegun: message(400, 'A planned rate begins after today'),
  tooManyVariants: message(400, 'Invalid product data'),
  recordChanged: message(409, 'Record was changed since it was read'),
  productChanged: message(409, 'Product was changed since it was read'),
  variantNotFound: message(404, 'Variant not found or invalid data'),
  optionTypeNotFound: message(404, 'Option type not found'),
  inBundles: message(409, 'Product is a component of bundles: {names}'),
  inModifiers: message(409, 'Modifiers take units of the product: {names}'),
  insufficientStock: message(400, 'Invalid or insufficient stock'),
  invalidDishes: bare(400, 'Failed to add dishes to order'),

  checkoutInvalidReference: coded(400, checkoutRefused),
  checkoutEmpty: coded(400, checkoutRefused),
  checkoutInvalidQuantity: coded(400, checkoutRefused),
  checkoutInvalidDiscount: coded(400, checkoutRefused),
  checkoutInvalidTip: coded(400, checkoutRefused),
  checkoutAmountsDiffer: coded(400, checkoutRefused),
  saleDiffers: coded(409, 'Another sale has this saleId'),
  paymentOfAnotherUser: coded(409, 'Payment was made for another user'),
  paymentAlreadySold: coded(409, 'Payment was used for another sale'),
  paymentBelongsToAQuote: coded(409, 'Payment belongs to a quote'),
  paymentBelongsToAPayCode: coded(409, 'Payment belongs to a pay code'),
  paymentAttached: coded(409, 'Payment is attached to a bill'),
  paymentDismissed: coded(409, 'Payment was dismissed'),
  paymentRefunded: coded(409, 'Payment was refunded'),
  paymentNotFound: message(404, 'Payment not found'),
  paymentNotAttached: coded(409, 'Payment is not attached to a bill'),
  paymentMethodNotFound: bare(404, 'Payment method not found'),
  paymentOfSale: message(409, 'Payment belongs to a sale'),
  ticketOfSale: message(409, 'Ticket belongs to a sale'),
  tooManyLinks: message(400, 'A ticket or a payment has at most 90 links'),
  sumsTooLarge: message(400, 'The sums are too large to be exact: ask for fewer sales'),

  currencyInUse: coded(
    409,
    'The currency is in use: close the shift, and count nothing before the change',
  ),
  currencyDiffers: coded(409, 'It was begun in another currency'),

  checkoutProductNotFound: coded(400, checkoutRefused),
  checkoutInsufficientStock: coded(400, checkoutRefused),
  checkoutVariantRequired: coded(400, checkoutRefused),
  checkoutProductNotAvailable: coded(400, checkoutRefused),
  checkoutInvalidModifiers: coded(400, checkoutRefused),
  checkoutTooManyProducts: coded(
    400,
    'Checkout failed: a sale holds at most {limit} different products',
  ),
  checkoutTryAgain: coded(409, 'Products of the cart are being changed, try again'),
  paymentHashRequired: message(400, 'paymentHash required'),
  paymentTooSmall: coded(400, checkoutRefused),

  apiKeyWithCookies: message(400, 'Send an API key or cookies, not both'),
  apiKeyBusy: message(429, 'Too many requests of this API key'),
  callerBusy: message(429, 'Too many of these requests: try again later'),
  tooManyApiKeys: message(400, 'A shop has at most 50 API keys'),
  tooManyWebhooks: message(400, 'A shop has at most 20 webhooks'),
  webhookDisabled: message(409, 'The webhook is disabled'),
  tooManyPayCodes: message(400, 'A shop has at most 500 pay codes'),
  quoteDiffers: coded(409, 'What is due is not what was quoted'),
  quoteNothingDue: coded(400, 'Nothing is left to pay by Lightning'),
  quoteTooLarge: coded(400, 'The amount is more bitcoin than there is'),
  quoteNotOpen: coded(409, 'The quote is {status}'),
  chargeInProgress: coded(409, 'A card is being charged for the quote, try again later'),
  quoteNotPaid: coded(409, 'The quote is not paid'),

  tooManyDishes: message(400, 'A call adds at most 200 dishes'),
  invalidModifiers: message(400, 'Invalid modifiers: {group}'),
  orderFull: message(400, 'An order holds at most 1,000 dishes'),
  orderPaid: message(409, 'Order is already paid'),
  notCorrectable: message(409, 'Payments cannot be corrected: {reason}'),
  orderHasPayments: message(409, 'Order has payments'),
  prepaidExceedsDue: coded(409, 'Payments of the bill are more than what is due'),
  prepaidInAnotherCurrency: coded(409, 'Payments of the bill are in another currency'),
  invalidStatus: message(400, 'Invalid status: {value}'),
  tableNotFound: bare(404, 'Table not found'),
  tooManyTables: message(400, 'At most 47 tables can name one order'),

  tableOccupied: message(409, 'Table is occupied'),
  tooManyTablesOfBill: message(
    400,
    'At most 8 tables can name an order that is settled, merged or moved',
  ),

  alreadyRefunded: coded(409, 'The order is already refunded'),
  orderNotPaid: coded(409, 'The order is not paid'),
  noBitcoinPayment: coded(409, 'No bitcoin was received for the order'),
  refundInvoiceMissingAmount: coded(
    409,
    'The refund needs an invoice that names an amount',
  ),
  refundInvoiceAmountMismatch: coded(409, 'The invoice of this refund must name {limit}'),
  refundInvoiceExpiry: coded(400, 'The invoice of a refund must expire within 24 hours'),
  refundExceedsPaid: coded(409, 'The refund is more than what is left of the order'),
  refundExceedsMethod: coded(
    409,
    'The refund is more than what this method took and has left',
  ),
  refundMethodNotUsed: coded(
    400,
    'Nothing of the order was paid by this method: give it back in cash',
  ),
  refundInProgress: coded(409, 'A refund of the order is in progress, try again later'),

  shiftAlreadyOpen: bare(409, 'There is already an open shift'),
  shiftClosing: message(409, 'Shift is closing'),
  noZReport: bare(404, 'Z report not found'),

  nothingToSend: message(400, 'Nothing to send'),

  reversedDays: message(400, 'startDate cannot be greater than endDate'),
  reversedTotals: message(400, 'min_total cannot be greater than max_total'),
  oneSidedDays: message(400, '{missing} is required when {given} is provided'),
  invalidPeriod: message(400, 'Invalid period: {value}. Must be week, month, or year'),
  invalidFilter: message(400, 'Invalid {name}: {value}'),

  cardRefused: coded(422, 'Card refused: {reason}'),
  cardLimit: coded(422, 'The amount is outside of what the card allows'),
  cardInvalid: coded(422, 'Not a card that can pay'),

  undecodableInvoice: message(400, 'Could not decode invoice'),

  tooManyPixels: message(400, 'A picture has at most 50 megapixels'),
  tooManyFiles: message(413, 'A form holds at most 500 pictures'),
  uploadsUsedUp: message(413, 'A caller uploads at most 50 MB a day'),

  tooManyItems: message(400, 'A printed ticket holds at most 500 items'),
  tooManyComments: message(400, 'A printed item holds at most 20 comments'),
  tooMuchText: message(400, 'A printed ticket holds at most 64 KB of text'),
  tooManyLines: message(400, 'A printed ticket has at most 2,000 lines'),
  drawingFailed: message(503, 'The receipt takes too long to draw'),
  refundNotFound: message(404, 'Refund not found'),
  printingFailed: message(503, printingRefused),
  printerNotConfigured: coded(503, printingRefused),
  printerNotAvailable: coded(503, printingRefused),
  templateNotFound: coded(503, printingRefused),

  cannotCancel: message(409, 'The agent of this printer cannot cancel jobs'),

  malformedNotificationId: bare(400, 'Malformed notification ID'),
  notificationNotFound: bare(404, 'Notification not found'),
  notificationCategoryRequired: bare(400, 'Category is required'),

  signatureMissing: message(401, 'Missing signature'),
  signatureInvalid: message(401, 'Invalid signature'),

  blankParameter: bare(400, 'Missing or malformed {parameter}'),
  bodyTooLarge: message(413, 'Request body too large'),
  responseTooLarge: message(413, 'Answer too large: ask for pages with limit and cursor'),
  exportTooLarge: message(413, 'Export too large: ask for fewer days'),
  malformedIdempotencyKey: message(400, 'Idempotency-Key must have 1 to 255 characters'),
  walletRequired: message(403, 'Wallet access required'),
  walletSessionExpired: message(401, 'Wallet session is over'),
  foreignPage: message(403, 'Requests from pages of this origin are not allowed'),
  frontDoorBypassed: message(404, 'Not found'),
  methodNotAllowed: message(405, 'Method not allowed'),
  internal: message(500, 'Internal server error'),
}

/** The name and the words that a failure has at an endpoint, its placeholders unfilled. */
export function problemOf(
  kind: FailureKind,
  declared: Problems = {},
): Problem & { readonly code: string } {
  const own = declared[kind] ?? kind
  return typeof own === 'string'
    ? { ...defaultProblems[own], code: codeOf(own) }
    : { ...own, code: codeOf(kind) }
}

/** The endpoint's response to a failure; texts are filled with its details and the path's. */
export function refusalOf(
  { kind, details }: Pick<Failure, 'kind' | 'details'>,
  declared: Problems = {},
  params: Readonly<Record<string, string | undefined>> = {},
) {
  const { code, status, form, text } = problemOf(kind, declared)
  const known = { ...params, ...details }
  const filled = text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(known[name] ?? whole),
  )
  return { code, status, body: bodyIn[form](filled, code, details) }
}

const bodyIn: Readonly<
  Record<
    Problem['form'],
    (text: string, code: string, details: Failure['details']) => unknown
  >
> = {
  message: (message) => ({ message }),
  coded: (message, code, details) => ({ message, code, ...membersOf(details) }),
  owned: (message, _code, { takenCode, productId, productName }) => ({
    message,
    takenCode,
    productId,
    productName,
  }),
  error: (error) => ({ error }),
  bare: (text) => text,
  empty: () => undefined,
}

const membersOf = (details: Failure['details']) =>
  Object.fromEntries(
    Object.entries(details).filter(
      ([name, value]) => name === 'field' || typeof value === 'number',
    ),
  )
