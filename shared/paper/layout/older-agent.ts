import { hasLaterPlaceholder, resolvePlaceholders } from './placeholders.ts'
import type { Receipt, ShopConfig } from './receipt.ts'
import { printedBy } from './rows.ts'
import { firstElementTypes, type TemplateElement } from './template.ts'

/**
 * The receipt as an agent prints it that knows only these element types. Other types are left
 * out. An agent without a list of its own also knows no later placeholder and no item without
 * a price, so such texts are resolved here.
 */
export function receiptForAgent(
  receipt: Receipt,
  knownTypes: readonly string[] | null,
): Receipt {
  const known: readonly string[] = knownTypes ?? firstElementTypes
  const elements = receipt.elements.filter(({ type }) => known.includes(type))
  if (knownTypes !== null) return { ...receipt, elements }
  const { details: _details, ...ticket } = receipt.ticket
  // It knows no settings, either
  const { settings: _settings, ...unset } = receipt
  return {
    elements: elements.flatMap((element) => resolvedElement(element, unset)),
    ticket: {
      ...ticket,
      items: ticket.items.map((item) => ({ ...item, price: item.price ?? 0 })),
      total: ticket.total ?? 0,
    },
    config: receipt.config && firstFields(receipt.config),
  }
}

const firstFields = ({ businessTaxId: _later, ...config }: ShopConfig) => config

function resolvedElement(element: TemplateElement, receipt: Receipt): TemplateElement[] {
  const { type } = element
  const { items, total } = receipt.ticket
  if (type === 'TABLE_ROW' && items.some(({ price }) => price === null)) {
    return asText(element, receipt)
  }
  if (type === 'TOTAL_ROW' && total === null) return []
  if (total !== null && !hasLaterPlaceholder(element.value)) return [element]
  const value = resolvePlaceholders(element.value, receipt)
  return value === undefined ? [] : [{ ...element, value: withoutPlaceholders(value) }]
}

/** What an element prints, as an element that every agent prints in the same way. */
function asText(element: TemplateElement, receipt: Receipt): TemplateElement[] {
  const printed = printedBy(element, receipt)
  if (!('rows' in printed) || printed.rows.length === 0) return []
  const value = printed.rows.join('\n')
  return [{ ...element, type: 'TEXT', value: withoutPlaceholders(value) }]
}

/** The agent would replace what looks like a placeholder; printers drop a joiner. */
const withoutPlaceholders = (value: string) => value.replaceAll('{{', '{\u2060{')
