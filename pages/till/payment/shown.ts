import { isObject } from '../../parts/is-object.ts'

/** Name of the channel between the windows of one browser; nothing on it leaves the machine. */
export const channelName = 'till-display'

/** Message of a display that has just opened; the till answers with the current content. */
export const opened = 'display opened'

/** A line of the cart; the price is of all its units, less the line's own discount. */
type ShownLine = {
  readonly name: string
  readonly details: string
  readonly quantity: number
  readonly price: string
}

/** Sums that the customer is to pay. */
type ShownSums = {
  readonly discount?: string | undefined
  /** Tax that comes on top of the prices. */
  readonly tax?: string | undefined
  readonly tip?: string | undefined
  readonly total: string
  /** Once a part is paid. */
  readonly left?: string | undefined
}

export type ShownInvoice = {
  /** Content of the QR code. */
  readonly code: string
  readonly amount: string
  readonly untilMs: number
}

/**
 * All that a customer display shows, as the till's window sends it. Amounts are texts in the
 * shop's currency and the till's language.
 */
export type Shown = {
  readonly shopName: string
  readonly logoUrl?: string | undefined
  /** Title of goods other than a cart, such as a table. */
  readonly title?: string | undefined
  readonly lines: readonly ShownLine[]
  /** Missing while there is nothing to pay. */
  readonly sums?: ShownSums | undefined
  readonly invoice?: ShownInvoice | undefined
  /** Set once it is paid: the cash given, and the change. */
  readonly done?:
    | { readonly given?: string | undefined; readonly change?: string | undefined }
    | undefined
}

export const isIdle = ({ sums, done }: Shown): boolean => !sums && !done

/** Reads a message of the till; undefined for any other message on the channel. */
export const readShown = (message: unknown): Shown | undefined =>
  isShown(message) ? message : undefined

const isShown = (value: unknown): value is Shown =>
  isObject(value) &&
  isText(value.shopName) &&
  areTexts(value.logoUrl, value.title) &&
  Array.isArray(value.lines) &&
  value.lines.every(isLine) &&
  (value.sums === undefined || isSums(value.sums)) &&
  (value.invoice === undefined || isInvoice(value.invoice)) &&
  (value.done === undefined ||
    (isObject(value.done) && areTexts(value.done.given, value.done.change)))

const isLine = (value: unknown): boolean =>
  isObject(value) &&
  isText(value.name) &&
  isText(value.details) &&
  Number.isSafeInteger(value.quantity) &&
  isText(value.price)

const isSums = (value: unknown): boolean =>
  isObject(value) &&
  areTexts(value.discount, value.tax, value.tip, value.left) &&
  isText(value.total)

const isInvoice = (value: unknown): boolean =>
  isObject(value) &&
  isText(value.code) &&
  isText(value.amount) &&
  Number.isSafeInteger(value.untilMs)

const isText = (value: unknown): value is string => typeof value === 'string'

const areTexts = (...values: unknown[]): boolean =>
  values.every((value) => value === undefined || isText(value))
