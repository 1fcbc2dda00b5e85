/** The details of a failure whose name says all. */
type NoDetails = Readonly<Record<never, never>>

/**
 * Every expected refusal by its name, with the details that its text needs. The status and the
 * text are in shared/http/problems.ts, in the same order.
 */
type Failures = {
  invalid: { fault: string }
  notFound: NoDetails
  alreadyExists: NoDetails
  inUse: NoDetails
  nothingProvided: NoDetails
  unauthenticated: NoDetails
  permissionRequired: NoDetails

  conflict: NoDetails
  storageUnavailable: NoDetails
  invalidPage: { fault: string }

  idempotencyKeyReused: NoDetails
  requestInProgress: NoDetails

  rateUnavailable: NoDetails
  ratesDiffer: NoDetails
  currencyNotFound: { acronym?: string }

  malformedDay: { name: string; value: string }

  blankName: NoDetails
  blankNameOrPin: NoDetails
  shortPin: NoDetails
  roleNotFound: { roleId?: string }
  userNotFound: NoDetails
  invalidCredentials: NoDetails
  invalidPin: NoDetails
  tooManyAttempts: { retryAfter: number }
  adminRequired: NoDetails
  lastUser: NoDetails
  lastAdmin: NoDetails

  roleMissing: NoDetails
  invalidToken: NoDetails

  shopSuspended: NoDetails
  shopReadOnly: { retryAfter: number }
  shopBusy: { retryAfter: number }

  agentWithoutNode: NoDetails

  invalidCashRounding: NoDetails
  invalidTimezone: { value: string }
  invalidBusinessType: NoDetails
  invalidTipPercentages: NoDetails
  missingUserData: NoDetails
  missingBusinessData: NoDetails
  setupAlreadyCompleted: NoDetails

  malformedPart: { most: number }
  malformedType: NoDetails
  tooManyCategories: NoDetails
  tooManyTaxes: NoDetails
  tooManyVariants: NoDetails
  variantNotFound: NoDetails
  optionTypeNotFound: NoDetails
  inBundles: { names: string }
  inModifiers: { names: string }
  insufficientStock: NoDetails
  invalidDishes: NoDetails

  checkoutInvalidReference: NoDetails
  checkoutEmpty: NoDetails
  checkoutInvalidQuantity: NoDetails
  checkoutInvalidDiscount: NoDetails
  checkoutInvalidTip: NoDetails
  checkoutAmountsDiffer: { expectedCents: number }
  saleDiffers: NoDetails
  paymentOfAnotherUser: NoDetails
  paymentAlreadySold: NoDetails
  paymentBelongsToAQuote: NoDetails
  paymentBelongsToAPayCode: NoDetails
  paymentAttached: NoDetails
  paymentDismissed: NoDetails
  paymentRefunded: NoDetails
  paymentNotFound: NoDetails
  paymentNotAttached: NoDetails
  paymentMethodNotFound: NoDetails
  paymentOfSale: NoDetails
  ticketOfSale: NoDetails
  tooManyLinks: NoDetails
  sumsTooLarge: NoDetails

  checkoutProductNotFound: NoDetails
  checkoutInsufficientStock: NoDetails
  checkoutVariantRequired: NoDetails
  checkoutProductNotAvailable: { name: string }
  checkoutInvalidModifiers: NoDetails
  checkoutTooManyProducts: { limit: string }
  checkoutTryAgain: NoDetails
  paymentHashRequired: NoDetails
  paymentTooSmall: NoDetails

  apiKeyWithCookies: NoDetails
  apiKeyBusy: { retryAfter: number }
  tooManyApiKeys: NoDetails
  tooManyWebhooks: NoDetails
  webhookDisabled: NoDetails
  tooManyPayCodes: NoDetails
  quoteDiffers: NoDetails
  quoteNothingDue: NoDetails
  quoteTooLarge: NoDetails
  quoteNotOpen: { status: string }
  chargeInProgress: NoDetails
  quoteNotPaid: NoDetails

  tooManyDishes: NoDetails
  invalidModifiers: { group: string }
  orderFull: NoDetails
  orderPaid: NoDetails
  orderHasPayments: NoDetails
  prepaidExceedsDue: NoDetails
  invalidStatus: { value: string }
  tableNotFound: NoDetails
  tooManyTables: NoDetails

  tableOccupied: NoDetails
  tooManyTablesOfBill: NoDetails

  alreadyRefunded: NoDetails
  orderNotPaid: NoDetails
  noBitcoinPayment: NoDetails
  refundInvoiceMissingAmount: NoDetails
  refundInvoiceAmountMismatch: { limit: string }
  refundInvoiceExpiry: NoDetails
  refundExceedsPaid: NoDetails
  refundMethodNotUsed: NoDetails
  refundInProgress: NoDetails

  shiftAlreadyOpen: NoDetails
  noZReport: NoDetails

  nothingToSend: NoDetails

  reversedDays: NoDetails
  reversedTotals: NoDetails
  oneSidedDays: { given: string; missing: string }
  invalidPeriod: { value: string }
  invalidFilter: { name: string; value: string }

  cardRefused: { reason: string }
  cardLimit: NoDetails
  cardInvalid: NoDetails

  undecodableInvoice: NoDetails

  tooManyPixels: NoDetails
  tooManyFiles: NoDetails

  tooManyItems: NoDetails
  tooManyComments: NoDetails
  tooMuchText: NoDetails
  tooManyLines: NoDetails
  refundNotFound: NoDetails
  printingFailed: NoDetails
  printerNotConfigured: NoDetails
  printerNotAvailable: NoDetails
  templateNotFound: NoDetails

  cannotCancel: NoDetails

  malformedNotificationId: NoDetails
  notificationNotFound: NoDetails
  notificationCategoryRequired: NoDetails

  signatureMissing: NoDetails
  signatureInvalid: NoDetails

  blankParameter: { parameter: string }
  bodyTooLarge: NoDetails
  responseTooLarge: NoDetails
  exportTooLarge: NoDetails
  malformedIdempotencyKey: NoDetails
  walletRequired: NoDetails
  walletSessionExpired: NoDetails
  foreignPage: NoDetails
  frontDoorBypassed: NoDetails
  methodNotAllowed: NoDetails
  internal: NoDetails
}

export type FailureKind = keyof Failures

/** `field` is the one field of the request that is to blame, such as `items[0].quantity`. */
type Blamed = { readonly field?: string }

type Rest<Details> = NoDetails extends Details
  ? [details?: Details & Blamed, options?: ErrorOptions]
  : [details: Details & Blamed, options?: ErrorOptions]

/** An expected refusal. The edge gives it a status and words. */
export class Failure<Kind extends FailureKind = FailureKind> extends Error {
  readonly kind: Kind
  readonly details: Readonly<Record<string, string | number>>

  constructor(kind: Kind, ...[details, options]: Rest<Failures[Kind]>) {
    super(kind, options)
    this.name = 'Failure'
    this.kind = kind
    this.details = { ...details }
  }
}

/** Whether an error is one of these failures. */
export const isFailure = (error: unknown, ...kinds: readonly FailureKind[]): boolean =>
  error instanceof Failure && kinds.includes(error.kind)

/** A record that was looked up. Throws `notFound` if there is none. */
export function required<T>(found: T | undefined): T {
  if (found === undefined) throw new Failure('notFound')
  return found
}

/** A failure's name as programs outside read it, such as `not_found`. */
export const codeOf = (kind: FailureKind): string =>
  kind.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
