import { fromCents, toCents } from '../../platform/money/decimal.ts'
import { taxLabel } from '../../platform/money/tax-label.ts'
import type { Bitmap } from './bitmap.ts'
import { formatPrice, methodName, withDecimalSign, wordsOf } from './language.ts'
import { columnsOf, narrowerStyle, type Page } from './paper.ts'
import { hasNewestPlaceholder, resolvePlaceholders } from './placeholders.ts'
import { codePageOf, columnsOnPaper, defaultSettings } from './print-settings.ts'
import { toPrintable } from './printable.ts'
import type { Details, PrintedItem, PrintedTicket, Receipt } from './receipt.ts'
import type { ElementStyle, TemplateElement } from './template.ts'
import {
  amountText,
  cellWidths,
  fittingEnd,
  hanging,
  labelled,
  paragraph,
  type Row,
  table,
  textColumns,
  twoColumns,
  wrapped,
} from './text-rows.ts'

/** Output of an element: rows of text, a QR code of a value that is not blank, a picture. */
export type Printed = { rows: PrintedRow[] } | { qr: string } | { bitmap: Bitmap }

/** A row in the style of its element, except for its own style. */
export type PrintedRow = string | { text: string; bold?: true; inverse?: true }

export const textOf = (row: PrintedRow): string =>
  typeof row === 'string' ? row : row.text

/** The columns of a receipt's paper. */
export const paperOf = ({ settings = defaultSettings }: Pick<Receipt, 'settings'>) =>
  columnsOnPaper(settings)

/**
 * The style of an element on the receipt's paper. On paper narrower than 48 columns amounts
 * that would not fit a line are printed in a narrower font: a price must not wrap.
 */
export function styleOn(element: TemplateElement, receipt: Receipt): ElementStyle {
  const columns = paperOf(receipt)
  let { style } = element
  // Stored templates print on 48 columns as the first releases did
  if (columns === defaultSettings.columns && style.size === undefined) return style
  const widest = widestAmount(element, receipt.ticket)
  while (widest > columnsOf(style, columns)) {
    const narrower = narrowerStyle(style)
    if (!narrower) break
    style = narrower
  }
  return style
}

/** Characters of the widest amount or text that an element prints on the right; 0 without. */
function widestAmount(
  { type, value }: TemplateElement,
  { items, total, details = {} }: PrintedTicket,
): number {
  const widest = (amounts: readonly (number | string)[]) =>
    Math.max(0, ...amounts.map((amount) => amountText(amount, details).length))
  if (type === 'TABLE_ROW' || type === 'ITEM_ROWS') {
    return widest(items.flatMap(({ price }) => price ?? []))
  }
  if (type === 'TOTAL_ROW' && total !== null) {
    // Leaves room to recognize its label
    const label = value || wordsOf(details.language).rows.total
    return widest([`${label.slice(0, 5)} ${formatPrice(total, details)}`])
  }
  if (type === 'TAX_ROWS') {
    const [net = 0, tax = 0] = cellWidths(taxRows('', details, false))
    return net + 2 + tax
  }
  if (type === 'SUMMARY_ROWS') {
    const rows = summariesOf(value, details).flatMap((summary) => summary.rows)
    return widest(rows.map((row) => row.value))
  }
  const rows = amountRows[type]?.(value, details) ?? []
  return widest(rows.map(([, amount]) => amount))
}

/** The columns of a font on the receipt's paper, and the letters of its printer. */
export const pageOf = (receipt: Receipt, style: ElementStyle): Page => ({
  columns: columnsOf(style, paperOf(receipt)),
  codePage: codePageOf(receipt.settings ?? defaultSettings),
  keepsLetters: receipt.keepsLetters,
  form: receipt.ticket.details,
})

const nothing: Printed = { rows: [] }

/**
 * Returns the output of a receipt's element. Every row fits the columns of the element's font.
 */
export function printedBy(element: TemplateElement, receipt: Receipt): Printed {
  const { type } = element
  const { ticket, logo } = receipt
  const hasItemRows = receipt.elements.some((each) => each.type === 'ITEM_ROWS')
  const details = hasItemRows ? lessOfLines(ticket) : (ticket.details ?? {})
  const words = wordsOf(details.language)
  const page = pageOf(receipt, styleOn(element, receipt))
  const resolved = resolvePlaceholders(element.value, receipt)
  const value = resolved ?? ''
  const inTwoColumns = (rows: readonly Row[] = []) =>
    rows.flatMap((row) => twoColumns(row, page))
  switch (type) {
    case 'HEADER':
    case 'TEXT':
    case 'FOOTER':
    case 'TABLE_HEADER':
    case 'LINE_BREAK':
      return resolved === undefined ? nothing : { rows: paragraph(value, page) }
    case 'SEPARATOR':
      return { rows: [separator(value, page)] }
    case 'TABLE_ROW':
      return { rows: ticket.items.flatMap((item) => itemRows(item, page)) }
    case 'ITEM_ROWS':
      return { rows: soldRows(ticket, page) }
    case 'KITCHEN_ROWS':
      return { rows: kitchenRows(ticket.items, page) }
    case 'TIP_SUGGESTION_ROWS':
      return { rows: tipSuggestionRows(value, details, page) }
    case 'TOTAL_ROW': {
      if (ticket.total === null) return nothing
      // Stored templates have no size, and cut
      const inRow = element.style.size === undefined ? twoColumns : labelled
      const total = inRow([value || words.rows.total, ticket.total], page)
      return { rows: ['-'.repeat(page.columns), ...total] }
    }
    case 'QRCODE': {
      // A code of something else is not replaced by one that pays
      const isOther = resolved === undefined && hasNewestPlaceholder(element.value)
      const qr = value.trim() === '' && !isOther ? (ticket.invoice ?? '') : value
      return qr.trim() === '' ? nothing : { qr }
    }
    case 'LOGO':
      return logo ? { bitmap: logo } : nothing
    case 'DISCOUNT_ROWS': {
      const rows = inTwoColumns(amountRows[type]?.(value, details))
      const isShown = rows.length > 0 || (details.tip ?? 0) !== 0
      return isShown ? { rows: ['-'.repeat(page.columns), ...rows] } : nothing
    }
    case 'TAX_ROWS':
      return {
        rows: table(taxRows(value, details, hasItemRows), page, {
          // Stored templates cut
          breaksLabels: hasItemRows || receipt.keepsLetters === true,
        }),
      }
    case 'SUMMARY_ROWS':
      return {
        rows: summariesOf(value, details).flatMap(({ title, rows }) => [
          ...(value.trim() === '' ? wrapped(titleOf(title, words), page) : []),
          ...inTwoColumns(rows.map((row) => [row.label, row.value])),
        ]),
      }
    case 'TENDER_ROWS':
    case 'TIP_ROW':
    case 'REFUND_ROWS':
      return { rows: inTwoColumns(amountRows[type]?.(value, details)) }
  }
}

function separator(value: string, page: Page): string {
  const { columns } = page
  const pattern = toPrintable(value, page)
  if (textColumns(pattern) === 0) return ''
  const filled = pattern.repeat(columns)
  return filled.slice(0, fittingEnd(filled, columns))
}

// A name without a price wraps, as comments do: a kitchen must read it to its end.
function itemRows({ quantity, name, price, comments = [] }: PrintedItem, page: Page) {
  const label = `${quantity}x ${name}`
  const row =
    price === null
      ? indented(wrapped(label, narrower(page, 3)), '', '   ')
      : twoColumns([label, price], page)
  return [...row, ...comments.flatMap((comment) => commentRows(comment, page))]
}

/**
 * Prints items with full names, the letters of their taxes, their comments, and their
 * discounts.
 */
function soldRows({ items, details = {} }: PrintedTicket, page: Page): string[] {
  const letters = Math.max(0, ...items.map(({ taxLetters = '' }) => taxLetters.length))
  const { rows } = wordsOf(details.language)
  return items.flatMap(({ quantity, name, price, discount = 0, ...item }) => {
    const { taxLetters = '', comments = [] } = item
    const label = `${quantity}x ${name}`
    const amount = price === null ? '' : formatPrice(price, details)
    const right = letters === 0 ? amount : `${amount} ${taxLetters.padEnd(letters)}`
    const row = price === null ? hanging(label, page) : labelled([label, right], page)
    return [
      ...row,
      ...comments.flatMap((comment) => commentRows(comment, page)),
      ...(discount === 0
        ? []
        : twoColumns(
            [`  - ${rows.discount}`, rightOf(-discount, letters, details)],
            page,
          )),
    ]
  })
}

/** An amount above those that have letters behind them. */
const rightOf = (amount: number, letters: number, details: Details) =>
  formatPrice(amount, details) + ' '.repeat(letters === 0 ? 0 : letters + 1)

/**
 * Prints items by course, with full names and modifiers; warnings for the kitchen are inverse.
 */
function kitchenRows(items: readonly PrintedItem[], page: Page): PrintedRow[] {
  const courses = [...Map.groupBy(items, ({ course = '' }) => course)]
  // Lines without a course come first, so that they are not read as a part of one
  const inOrder = courses.toSorted(
    ([one], [other]) => Number(one !== '') - Number(other !== ''),
  )
  return inOrder.flatMap(([course, ofCourse]) => [
    ...(course === ''
      ? []
      : wrapped(`- ${course} -`, page).map((text) => ({ text, bold: true as const }))),
    ...ofCourse.flatMap(({ quantity, name, comments = [], notes }) => {
      const others = notes === undefined ? comments : comments.slice(0, -1)
      return [
        ...hanging(`${quantity}x ${name}`, page),
        ...others.flatMap((comment) => hanging(comment, page, '  + ', '    ')),
        ...(notes === undefined ? [] : inverseRows(notes, page)),
      ]
    }),
  ])
}

/** A blank before and behind sets the letters off from the edge of the black. */
const inverseRows = (text: string, page: Page): PrintedRow[] =>
  wrapped(text, narrower(page, 2)).map((row) => ({ text: ` ${row} `, inverse: true }))

const tipSuggestionRows = (label: string, details: Details, page: Page): string[] => {
  const { tipSuggestions = [], language } = details
  if (tipSuggestions.length === 0) return []
  return [
    ...wrapped(label || wordsOf(language).bill.tips, page),
    ...tipSuggestions.flatMap(({ percent, amount }) =>
      twoColumns([`  ${withDecimalSign(percent, details)}%`, amount], page),
    ),
  ]
}

// Comments wrap: a kitchen must not miss the end of "no nuts, allergic".
const commentRows = (comment: string, page: Page): string[] =>
  indented(wrapped(comment, narrower(page, 4)), '  - ', '    ')

const indented = (
  [first = '', ...others]: string[],
  before: string,
  beforeOthers: string,
): string[] => [before + first, ...others.map((text) => beforeOthers + text)]

const narrower = (page: Page, columns: number): Page => ({
  ...page,
  columns: page.columns - columns,
})

/** Returns the details without the discounts that items show themselves. */
function lessOfLines({ items, details = {} }: PrintedTicket): Details {
  const { subtotal, discount = 0 } = details
  const ofLines = items.reduce((sum, item) => sum + toCents(item.discount ?? 0), 0)
  if (subtotal === undefined || ofLines === 0) return details
  return {
    ...details,
    subtotal: fromCents(toCents(subtotal) - ofLines),
    discount: fromCents(toCents(discount) - ofLines),
  }
}

/** Each tax with its rate, the net sum it is of, and its amount; with its letter before it. */
function taxRows(label: string, details: Details, withLetters: boolean) {
  const { taxes = [], language } = details
  const words = wordsOf(language).rows
  const rows = taxes.map(
    ({ letter, name, ratePercent, net, tax }) =>
      [
        `${withLetters && letter ? `${letter} ` : ''}${taxLabel(name, `${withDecimalSign(String(ratePercent), details)}%`)}`,
        formatPrice(net, details),
        formatPrice(tax, details),
      ] as const,
  )
  return rows.length > 0
    ? [[label || words.tax, words.net, words.tax] as const, ...rows]
    : []
}

const titleOf = (title: string, { titles }: ReturnType<typeof wordsOf>) =>
  title in titles ? titles[title as keyof typeof titles] : title

/** The summaries of this title; every one when it is blank. */
const summariesOf = (title: string, { summaries = [] }: Details) =>
  title.trim() === '' ? summaries : summaries.filter((each) => each.title === title)

/** The labels and amounts that an element prints of a sale. */
const amountRows: Partial<
  Record<TemplateElement['type'], (label: string, details: Details) => Row[]>
> = {
  /** From the sum of the items to the total; nothing when the items alone make the total. */
  DISCOUNT_ROWS: (label, { subtotal, tip = 0, ...details }) => {
    const { discount = 0, addedTax = 0, adjustment = 0, language } = details
    const words = wordsOf(language).rows
    const rows: Row[] = []
    if (discount !== 0) rows.push([label || words.discount, -discount])
    if (addedTax !== 0) rows.push([words.tax, addedTax])
    if (adjustment !== 0) rows.push([words.adjustment, adjustment])
    const hasSubtotal = subtotal !== undefined && (rows.length > 0 || tip !== 0)
    return hasSubtotal ? [[words.subtotal, subtotal], ...rows] : rows
  },
  TIP_ROW: (label, { tip = 0, language }) =>
    tip === 0 ? [] : [[label || wordsOf(language).rows.tip, tip]],
  /**
   * Rows of the total's rounding, then of each tender; below a tender the cash given and
   * the change, or its satoshis.
   */
  TENDER_ROWS: (_label, { tenders = [], rounding = 0, language }) => {
    const words = wordsOf(language)
    const { rows } = words
    return [
      ...(rounding === 0 ? [] : [[rows.rounding, rounding] as const]),
      ...tenders.flatMap((tender): Row[] => {
        const { method, amount, given, change, satoshis, exchangeRate, rateSource } =
          tender
        const worth = exchangeRate === undefined ? '' : `1 BTC = ${exchangeRate}`
        return [
          [methodName(method, words), amount],
          ...(given === undefined ? [] : [[`  ${rows.given}`, given] as const]),
          ...(change === undefined ? [] : [[`  ${rows.change}`, change] as const]),
          ...(satoshis === undefined ? [] : [[`  ${satoshis} sat`, worth] as const]),
          ...(rateSource === undefined
            ? []
            : [[`  ${rows.rateBy}`, rateSource] as const]),
        ]
      }),
    ]
  },
  REFUND_ROWS: (label, { refunds = [], language }) => {
    const words = wordsOf(language)
    const { rows } = words
    return refunds.flatMap(
      ({ number = '', date, method, amount, rounding = 0 }): Row[] => [
        [
          [label || rows.refund, number, date, methodName(method, words)]
            .filter((part) => part !== '')
            .join(' '),
          -amount,
        ],
        ...(rounding === 0 ? [] : [[`  ${rows.rounding}`, rounding] as const]),
      ],
    )
  },
}
