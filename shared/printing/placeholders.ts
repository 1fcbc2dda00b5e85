import { formatPrice } from './price.ts'
import type { Receipt } from './receipt.ts'

type Source = Omit<Receipt, 'elements'>

const PLACEHOLDERS = new Map<string, (source: Source) => string | null | undefined>([
  ['{{ticket.id}}', ({ ticket }) => ticket.ticketId],
  ['{{ticket.tableName}}', ({ ticket }) => ticket.tableName],
  ['{{ticket.roomName}}', ({ ticket }) => ticket.roomName],
  ['{{ticket.date}}', ({ ticket }) => ticket.date],
  ['{{ticket.total}}', ({ ticket }) => formatPrice(ticket.total)],
  ['{{ticket.invoice}}', ({ ticket }) => ticket.invoice],
  ['{{config.businessName}}', ({ config }) => config?.businessName],
  ['{{config.businessAddress}}', ({ config }) => config?.businessAddress],
  ['{{config.businessPhone}}', ({ config }) => config?.businessPhone],
  ['{{config.businessEmail}}', ({ config }) => config?.businessEmail],
])

const PLACEHOLDER = /\{\{(?:ticket|config)\.\w+\}\}/g

/**
 * Replaces the placeholders of a template's text with their values, in one pass: a value
 * that looks like a placeholder is not replaced again. Unknown placeholders stay as written,
 * and so do those of the shop's configuration when there is none.
 */
export function resolvePlaceholders(value: string, source: Source): string {
  return value.replace(PLACEHOLDER, (placeholder) => resolve(placeholder, source))
}

/** The length in UTF-8 bytes of a text whose placeholders are replaced. */
export function resolvedBytes(value: string, source: Source): number {
  let bytes = Buffer.byteLength(value)
  for (const [placeholder] of value.matchAll(PLACEHOLDER)) {
    bytes += Buffer.byteLength(resolve(placeholder, source)) - placeholder.length
  }
  return bytes
}

function resolve(placeholder: string, source: Source): string {
  const read = PLACEHOLDERS.get(placeholder)
  const isUnknown = placeholder.startsWith('{{config.') && !source.config
  return !read || isUnknown ? placeholder : (read(source) ?? '')
}
