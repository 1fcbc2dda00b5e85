import { formatPrice, formatSum } from './price.ts'
import type { PrintedTicket } from './printed-ticket.ts'
import type { Receipt } from './receipt.ts'

type Source = Pick<Receipt, 'ticket' | 'config'>

type Values = ReadonlyMap<string, (source: Source) => string | null | undefined>

const firstPlaceholders: Values = new Map<
  string,
  (source: Source) => string | null | undefined
>([
  ['{{ticket.id}}', ({ ticket }) => ticket.ticketId],
  ['{{ticket.tableName}}', ({ ticket }) => ticket.tableName],
  ['{{ticket.roomName}}', ({ ticket }) => ticket.roomName],
  ['{{ticket.date}}', ({ ticket }) => ticket.date],
  ['{{ticket.total}}', ({ ticket }) => price(ticket.total)],
  ['{{ticket.invoice}}', ({ ticket }) => ticket.invoice],
  ['{{config.businessName}}', ({ config }) => config?.businessName],
  ['{{config.businessAddress}}', ({ config }) => config?.businessAddress],
  ['{{config.businessPhone}}', ({ config }) => config?.businessPhone],
  ['{{config.businessEmail}}', ({ config }) => config?.businessEmail],
])

/** A sale has one Lightning tender at most. */
const isLightning = ({ satoshis }: { satoshis?: number | undefined }) =>
  satoshis !== undefined

const detail =
  (read: (details: NonNullable<PrintedTicket['details']>) => string | null | undefined) =>
  ({ ticket }: Source) =>
    read(ticket.details ?? {})

/** Placeholders that came later. What the data lack is blank; a tip of 0 is 0.00. */
const laterPlaceholders: Values = new Map<
  string,
  (source: Source) => string | null | undefined
>([
  ['{{ticket.number}}', detail(({ number }) => number?.toString())],
  ['{{ticket.cashier}}', detail(({ cashier }) => cashier)],
  [
    '{{ticket.paymentMethod}}',
    detail(({ tenders = [] }) =>
      [...new Set(tenders.map(({ method }) => method))].join(', '),
    ),
  ],
  ['{{ticket.subtotal}}', detail(({ subtotal }) => price(subtotal))],
  ['{{ticket.currency}}', detail(({ currency }) => currency)],
  ['{{ticket.discount}}', detail(({ discount }) => price(discount))],
  ['{{ticket.tip}}', detail(({ tip }) => price(tip))],
  ['{{ticket.tax}}', detail(({ taxes = [] }) => sumOf(taxes.map(({ tax }) => tax)))],
  [
    '{{ticket.given}}',
    detail(({ tenders = [] }) => sumOf(tenders.map(({ given }) => given))),
  ],
  [
    '{{ticket.change}}',
    detail(({ tenders = [] }) => sumOf(tenders.map(({ change }) => change))),
  ],
  [
    '{{ticket.satoshis}}',
    detail(({ tenders = [] }) => tenders.find(isLightning)?.satoshis?.toString()),
  ],
  [
    '{{ticket.exchangeRate}}',
    detail(({ tenders = [] }) => tenders.find(isLightning)?.exchangeRate),
  ],
  ['{{ticket.paymentHash}}', detail(({ paymentHash }) => paymentHash)],
  ['{{config.businessTaxId}}', ({ config }) => config?.businessTaxId],
])

const allPlaceholders: Values = new Map([...firstPlaceholders, ...laterPlaceholders])

const placeholderPattern = /\{\{(?:ticket|config)\.\w+\}\}/g

/**
 * Replaces the placeholders of a template's text with their values, in one pass: a value
 * that looks like a placeholder is not replaced again. Unknown placeholders stay as written,
 * and so do those of the shop's configuration when there is none.
 *
 * In a text with one of the later placeholders, a line whose placeholders are all blank is
 * left out, so that no label stands alone; undefined when no line is left.
 */
export function resolvePlaceholders(value: string, source: Source): string | undefined {
  const resolved = (text: string) =>
    text.replace(placeholderPattern, (placeholder) => resolve(placeholder, source))
  if (!hasLaterPlaceholder(value)) return resolved(value)
  const lines = value.split(/\r\n|[\n\r]/).filter((line) => hasData(line, source))
  return lines.length > 0 ? lines.map(resolved).join('\n') : undefined
}

/** Whether a text has a placeholder that agents of the first releases do not know. */
export const hasLaterPlaceholder = (value: string): boolean =>
  placeholdersIn(value).some((each) => laterPlaceholders.has(each))

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
  const read = allPlaceholders.get(placeholder)
  const isUnknown = placeholder.startsWith('{{config.') && !source.config
  return !read || isUnknown ? placeholder : (read(source) ?? '')
}

const price = (amount: number | null | undefined): string | null =>
  amount === null || amount === undefined ? null : formatPrice(amount)

/** The sum of the amounts that there are; null without any. */
function sumOf(amounts: readonly (number | undefined)[]): string | null {
  const known = amounts.filter((amount) => amount !== undefined)
  return known.length === 0 ? null : formatSum(known)
}
