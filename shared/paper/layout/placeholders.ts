import { formatPrice, formatSum, methodName, wordsOf } from './language.ts'
import type { Details, Receipt } from './receipt.ts'

type Source = Pick<Receipt, 'ticket' | 'config'>

type Values = Readonly<
  Record<
    string,
    (source: Source & { readonly details: Details }) => string | null | undefined
  >
>

const firstPlaceholders: Values = {
  '{{ticket.id}}': ({ ticket }) => ticket.ticketId,
  '{{ticket.tableName}}': ({ ticket }) => ticket.tableName,
  '{{ticket.roomName}}': ({ ticket }) => ticket.roomName,
  '{{ticket.date}}': ({ ticket }) => ticket.date,
  '{{ticket.total}}': ({ ticket, details }) => price(ticket.total, details),
  '{{ticket.invoice}}': ({ ticket }) => ticket.invoice,
  '{{config.businessName}}': ({ config }) => config?.businessName,
  '{{config.businessAddress}}': ({ config }) => config?.businessAddress,
  '{{config.businessPhone}}': ({ config }) => config?.businessPhone,
  '{{config.businessEmail}}': ({ config }) => config?.businessEmail,
}

/** Placeholders that came later. Missing data prints as blank; a tip of 0 is 0.00. */
const laterPlaceholders: Values = {
  '{{ticket.number}}': ({ details }) =>
    details.receiptNumber ?? details.number?.toString(),
  '{{ticket.cashier}}': ({ details }) => details.cashier,
  '{{ticket.paymentMethod}}': ({ details: { tenders = [], language } }) =>
    [...new Set(tenders.map(({ method }) => methodName(method, wordsOf(language))))].join(
      ', ',
    ),
  '{{ticket.subtotal}}': ({ details }) => price(details.subtotal, details),
  '{{ticket.currency}}': ({ details }) => details.currency,
  '{{ticket.discount}}': ({ details }) => price(details.discount, details),
  '{{ticket.tip}}': ({ details }) => price(details.tip, details),
  '{{ticket.tax}}': ({ details }) =>
    sumOf(
      details.taxes?.map(({ tax }) => tax),
      details,
    ),
  '{{ticket.given}}': ({ details }) =>
    sumOf(
      details.tenders?.map(({ given }) => given),
      details,
    ),
  '{{ticket.change}}': ({ details }) =>
    sumOf(
      details.tenders?.map(({ change }) => change),
      details,
    ),
  '{{ticket.satoshis}}': ({ details }) => lightningTender(details)?.satoshis?.toString(),
  '{{ticket.exchangeRate}}': ({ details }) => lightningTender(details)?.exchangeRate,
  '{{ticket.paymentHash}}': ({ details }) => details.paymentHash,
  '{{config.businessTaxId}}': ({ config }) => config?.businessTaxId,
}

/** A sale has one Lightning tender at most. */
const lightningTender = ({ tenders }: Details) =>
  tenders?.find(({ satoshis }) => satoshis !== undefined)

/** Placeholders that agents up to release 0.3.1 do not know. */
const newestPlaceholders: Values = {
  /** The table; the order's code without one. */
  '{{ticket.place}}': ({ ticket, details: { orderCode, language } }) =>
    ticket.tableName.trim() === '' && orderCode
      ? wordsOf(language).bill.order(orderCode)
      : ticket.tableName,
  '{{ticket.time}}': ({ ticket, details }) => details.time ?? ticket.date,
  '{{ticket.openedAt}}': ({ details }) => details.openedAt,
  '{{ticket.part}}': ({ details }) => details.part,
  /** As many lines as are known of the buyer. */
  '{{ticket.buyer}}': ({ details }) => buyerLines(details).join('\n'),
  '{{ticket.fiscal}}': ({ details }) => details.fiscal,
  '{{ticket.receiptPage}}': ({ details }) => details.receiptPage,
  '{{ticket.receiptPageCaption}}': ({ details: { receiptPage, language } }) =>
    receiptPage && wordsOf(language).page.caption,
  '{{ticket.payCaption}}': ({ ticket, details: { language, payUntil } }) => {
    if (!ticket.invoice?.trim()) return undefined
    const { pay, payBefore } = wordsOf(language).bill
    return payUntil === undefined ? pay : payBefore(payUntil)
  },
  '{{config.taxIdLabel}}': ({ config, details: { language, shopCurrency } }) =>
    config?.businessTaxId?.trim() && wordsOf(language).receipt.taxId(shopCurrency),
  '{{config.receiptHeader}}': ({ config }) => config?.receiptHeader,
  '{{config.receiptFooter}}': ({ config, details: { language } }) =>
    config?.receiptFooter ?? wordsOf(language).receipt.thanks,
}

function buyerLines({ buyer, language, shopCurrency }: Details): string[] {
  if (!buyer) return []
  const { receipt } = wordsOf(language)
  const { name, taxId, address, email, changedAt } = buyer
  return [
    name && `${receipt.buyer} ${name}`,
    taxId && `${receipt.taxId(shopCurrency)} ${taxId}`,
    address,
    email,
    changedAt && receipt.buyerChanged(changedAt, name !== null),
  ].filter((line) => typeof line === 'string')
}

const allPlaceholders = {
  ...firstPlaceholders,
  ...laterPlaceholders,
  ...newestPlaceholders,
}

const placeholderPattern = /\{\{(?:ticket|config)\.\w+\}\}/g

/**
 * Replaces the placeholders of a template's text with their values, in one pass: a value
 * that looks like a placeholder is not replaced again. Unknown placeholders stay as written,
 * and so do those of the shop's configuration when there is none.
 *
 * In a text with one of the later placeholders, a line whose placeholders are all blank is
 * left out, so that no label is printed without its value; undefined when no line is left.
 */
export function resolvePlaceholders(value: string, source: Source): string | undefined {
  const resolved = (text: string) =>
    text.replace(placeholderPattern, (placeholder) => resolve(placeholder, source))
  if (!hasLaterPlaceholder(value)) return resolved(value)
  const lines = value.split(/\r\n|[\n\r]/).filter((line) => hasData(line, source))
  return lines.length > 0 ? lines.map(resolved).join('\n') : undefined
}

/** True if a text has a placeholder that agents of the first releases do not know. */
export const hasLaterPlaceholder = (value: string): boolean =>
  hasNewestPlaceholder(value) ||
  placeholdersIn(value).some((each) => each in laterPlaceholders)

/** True if a text has a placeholder that agents up to release 0.3.1 do not know. */
export const hasNewestPlaceholder = (value: string): boolean =>
  placeholdersIn(value).some((each) => each in newestPlaceholders)

function hasData(line: string, source: Source): boolean {
  const placeholders = placeholdersIn(line)
  const isBlank = (each: string) => resolve(each, source).trim() === ''
  return placeholders.length === 0 || !placeholders.every(isBlank)
}

const placeholdersIn = (value: string): string[] => value.match(placeholderPattern) ?? []

/** The length in UTF-8 bytes, at most, of a text whose placeholders are replaced. */
export function resolvedBytes(value: string, source: Source): number {
  let bytes = Buffer.byteLength(value)
  for (const placeholder of placeholdersIn(value)) {
    bytes += Buffer.byteLength(resolve(placeholder, source)) - placeholder.length
  }
  return bytes
}

function resolve(placeholder: string, source: Source): string {
  const read = allPlaceholders[placeholder]
  const isUnknown = placeholder.startsWith('{{config.') && !source.config
  if (!read || isUnknown) return placeholder
  return read({ ...source, details: source.ticket.details ?? {} }) ?? ''
}

const price = (amount: number | null | undefined, form: Details): string | null =>
  amount === null || amount === undefined ? null : formatPrice(amount, form)

/** The sum of the amounts that there are; null without any. */
function sumOf(
  amounts: readonly (number | undefined)[] = [],
  form: Details,
): string | null {
  const known = amounts.filter((amount) => amount !== undefined)
  return known.length === 0 ? null : formatSum(known, form)
}
