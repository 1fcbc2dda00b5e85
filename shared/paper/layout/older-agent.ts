import { wordsOf } from './language.ts'
import {
  hasLaterPlaceholder,
  hasNewestPlaceholder,
  resolvePlaceholders,
} from './placeholders.ts'
import type { Receipt, ShopConfig } from './receipt.ts'
import { printedBy, textOf } from './rows.ts'
import { firstElementTypes, type TemplateElement } from './template.ts'

/** Types that print sums; an agent that does not know them leaves them out. */
const rowTypes: readonly string[] = [
  'DISCOUNT_ROWS',
  'TAX_ROWS',
  'TENDER_ROWS',
  'TIP_ROW',
  'REFUND_ROWS',
  'SUMMARY_ROWS',
]

/** Types that came after release 0.3.1: an agent that lacks them has their rows as text. */
const newestTypes: readonly string[] = [
  'ITEM_ROWS',
  'KITCHEN_ROWS',
  'TIP_SUGGESTION_ROWS',
]

/**
 * The receipt as an agent prints it that knows only these element types. Other types are left
 * out, but for those that came after release 0.3.1, whose rows it gets as text; so it does with
 * other placeholders and another language that it does not know. An agent without a list of its
 * own also knows no later placeholder and no item without a price, so such texts are resolved
 * here.
 */
export function receiptForAgent(
  receipt: Receipt,
  knownTypes: readonly string[] | null,
): Receipt {
  const known: readonly string[] = knownTypes ?? firstElementTypes
  if (knownTypes !== null && newestTypes.every((type) => known.includes(type))) {
    return {
      ...receipt,
      elements: receipt.elements.filter(({ type }) => known.includes(type)),
    }
  }
  if (knownTypes !== null) {
    const elements = elementsFor(receipt, known)
    return {
      ...receipt,
      elements: elements.flatMap((element) => knownElement(element, receipt)),
    }
  }
  const { details: _details, ...ticket } = receipt.ticket
  // It knows no settings, either
  const { settings: _settings, ...unset } = receipt
  const elements = elementsFor(unset, known)
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

/** Elements of known types, and the rows of the newest types as text. */
const elementsFor = (receipt: Receipt, known: readonly string[]) =>
  receipt.elements.flatMap((element) => {
    if (newestTypes.includes(element.type)) return asText(element, receipt)
    return known.includes(element.type) ? [element] : []
  })

const firstFields = ({
  businessTaxId: _later,
  receiptHeader: _header,
  receiptFooter: _footer,
  ...config
}: ShopConfig) => config

/** For an agent of release 0.3: as text, where it knows neither the placeholder nor the words. */
function knownElement(element: TemplateElement, receipt: Receipt): TemplateElement[] {
  const { type, value } = element
  const isEnglish = wordsOf(receipt.ticket.details?.language) === wordsOf('en')
  const isSum = rowTypes.includes(type) || type === 'TOTAL_ROW' || type === 'TABLE_ROW'
  // Its sums are those of its items
  const isOfNewest = receipt.elements.some((each) => newestTypes.includes(each.type))
  if (isSum && (isOfNewest || !isEnglish)) return asText(element, receipt)
  const isText = hasNewestPlaceholder(value) || (!isEnglish && hasLaterPlaceholder(value))
  return isText ? resolvedText(element, receipt) : [element]
}

function resolvedElement(element: TemplateElement, receipt: Receipt): TemplateElement[] {
  const { type } = element
  const { items, total, details } = receipt.ticket
  const isForeign = wordsOf(details?.language) !== wordsOf('en')
  if (type === 'TABLE_ROW' && (isForeign || items.some(({ price }) => price === null))) {
    return asText(element, receipt)
  }
  if (type === 'TOTAL_ROW' && total === null) return []
  if (type === 'TOTAL_ROW' && isForeign) return asText(element, receipt)
  if (total !== null && !isForeign && !hasLaterPlaceholder(element.value)) {
    return [element]
  }
  return resolvedText(element, receipt)
}

function resolvedText(element: TemplateElement, receipt: Receipt): TemplateElement[] {
  const value = resolvePlaceholders(element.value, receipt)
  return value === undefined ? [] : [{ ...element, value: withoutPlaceholders(value) }]
}

/** What an element prints, as an element that every agent prints in the same way. */
function asText(element: TemplateElement, receipt: Receipt): TemplateElement[] {
  // It knows no size, and prints the font
  const { size: _size, ...style } = element.style
  const inFont = { ...element, style }
  const printed = printedBy(inFont, receipt)
  if (!('rows' in printed) || printed.rows.length === 0) return []
  const value = printed.rows.map(textOf).join('\n')
  return [{ ...inFont, type: 'TEXT', value: withoutPlaceholders(value) }]
}

/** The agent would replace what looks like a placeholder; printers drop a joiner. */
const withoutPlaceholders = (value: string) => value.replaceAll('{{', '{\u2060{')
