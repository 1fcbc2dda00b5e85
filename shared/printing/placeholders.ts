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

/**
 * Fills in the placeholders of contract 9 in one pass, so text that a customer
 * typed is never expanded again. Unknown ones stay as written.
 */
export function resolvePlaceholders(value: string, source: Source): string {
  return value.replace(/\{\{(ticket|config)\.\w+\}\}/g, (placeholder, root) => {
    const read = PLACEHOLDERS.get(placeholder)
    if (!read || (root === 'config' && !source.config)) return placeholder
    return read(source) ?? ''
  })
}
