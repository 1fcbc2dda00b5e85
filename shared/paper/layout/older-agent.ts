import { maxTextLength } from '../../platform/validation/fields.ts'
import { wordsOf } from './language.ts'
import {
  hasLaterPlaceholder,
  hasNewestPlaceholder,
  resolvePlaceholders,
} from './placeholders.ts'
import type { Receipt, ShopConfig } from './receipt.ts'
import { printedBy, styleOn, textOf } from './rows.ts'
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
 * Adapts a receipt to an agent that knows only these element types. Other types are left
 * out, but rows of types from after release 0.3.1 become text; so do unknown placeholders
 * and texts of an unknown language. An agent without a list of its own also knows no
 * later placeholder and no item without a price, so such texts are resolved here.
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
  // It respells letters
  const { keepsLetters: _keepsLetters, settings, ...respelled } = receipt
  if (knownTypes !== null) {
    // It knows no dots
    const older = settings
      ? { ...respelled, settings: { ...settings, dots: null } }
      : respelled
    const elements = elementsFor(older, known)
    return {
      ...older,
      elements: elements.flatMap((element) => knownElement(element, older)),
    }
  }
  const { details: _details, ...ticket } = receipt.ticket
  // It knows no settings, either
  const elements = elementsFor(respelled, known)
  return {
    elements: elements.flatMap((element) => resolvedElement(element, respelled)),
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

/**
 * Replaces an element by text if an agent of release 0.3 does not know its placeholder or
 * its words.
 */
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
  const resolved = resolvePlaceholders(element.value, receipt)
  if (resolved === undefined) return []
  const value = withoutPlaceholders(resolved)
  return value.length > maxTextLength && element.type !== 'QRCODE'
    ? asText(element, receipt)
    : [{ ...element, value }]
}

/** Replaces an element by elements that every agent prints in the same way. */
function asText(element: TemplateElement, receipt: Receipt): TemplateElement[] {
  // It knows no size, and prints the font
  const { size: _size, ...unsized } = element.style
  const inFont = { ...element, style: unsized }
  const printed = printedBy(inFont, receipt)
  if (!('rows' in printed)) return []
  // The agent narrows no text
  const style = styleOn(inFont, receipt)
  const rows = printed.rows.map((row) => withoutPlaceholders(textOf(row)))
  return inTexts(rows).map((value) => ({ type: 'TEXT', value, style }))
}

/** Rows in as few texts as an element's length allows. */
function inTexts(rows: readonly string[]): string[] {
  const texts: string[] = []
  for (const row of rows) {
    const longer = `${texts.at(-1)}\n${row}`
    if (texts.length > 0 && longer.length <= maxTextLength) texts.splice(-1, 1, longer)
    else texts.push(row)
  }
  return texts
}

/** The agent would replace what looks like a placeholder; printers drop a joiner. */
const withoutPlaceholders = (value: string) => value.replaceAll('{{', '{\u2060{')
