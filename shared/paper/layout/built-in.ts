import type * as z from 'zod'
import { type ReceiptLanguage, type Words, wordsOf } from './language.ts'
import { type Template, TemplateElement } from './template.ts'

type ElementInput = z.input<typeof TemplateElement>

/** A template that is part of the product and not stored. */
export type BuiltInTemplate = {
  readonly id: string
  readonly name: string
  /** Its elements in each language. */
  readonly in: Readonly<Record<ReceiptLanguage, readonly TemplateElement[]>>
}

const centered = { justification: 'CENTER' } as const
const bold = { bold: true } as const
const large = { bold: true, fontSize: 'LARGE', size: 2 } as const
const title = { ...large, ...centered }

const rule: ElementInput = { type: 'SEPARATOR', value: '-' }
const blankLine: ElementInput = { type: 'LINE_BREAK' }

/** The later placeholder among them makes lines without a value print nothing. */
const business: readonly ElementInput[] = [
  { type: 'LOGO', style: centered },
  { type: 'HEADER', value: '{{config.businessName}}', style: title },
  {
    type: 'HEADER',
    value: [
      '{{config.businessAddress}}',
      '{{config.businessPhone}}',
      '{{config.businessEmail}}',
      '{{config.taxIdLabel}} {{config.businessTaxId}}',
    ].join('\n'),
    style: centered,
  },
  { type: 'HEADER', value: '{{config.receiptHeader}}', style: centered },
  blankLine,
]

/** Elements of bills and receipts for goods, from the first line to the total. */
const goods = ({ rows }: Words): readonly ElementInput[] => [
  rule,
  { type: 'ITEM_ROWS' },
  { type: 'DISCOUNT_ROWS' },
  { type: 'TIP_ROW' },
  { type: 'TOTAL_ROW', value: `${rows.total} {{ticket.currency}}`, style: large },
  blankLine,
]

const receipt = (words: Words): readonly ElementInput[] => [
  ...business,
  { type: 'SUMMARY_ROWS', value: 'Voided', style: bold },
  { type: 'TEXT', value: `${words.receipt.number} {{ticket.number}}`, style: bold },
  {
    type: 'TEXT',
    value: [
      '{{ticket.time}}',
      `${words.receipt.opened} {{ticket.openedAt}}`,
      '{{ticket.roomName}} {{ticket.tableName}}',
      `${words.receipt.servedBy} {{ticket.cashier}}`,
      '{{ticket.buyer}}',
    ].join('\n'),
  },
  ...goods(words),
  { type: 'TENDER_ROWS' },
  { type: 'REFUND_ROWS' },
  blankLine,
  { type: 'TAX_ROWS' },
  { type: 'TEXT', value: '{{ticket.fiscal}}' },
  blankLine,
  { type: 'FOOTER', value: '{{config.receiptFooter}}', style: centered },
  { type: 'QRCODE', value: '{{ticket.receiptPage}}', style: centered },
  { type: 'TEXT', value: '{{ticket.receiptPageCaption}}', style: centered },
]

const bill = (words: Words): readonly ElementInput[] => [
  ...business,
  { type: 'HEADER', value: words.bill.title, style: title },
  { type: 'HEADER', value: '{{ticket.place}}', style: title },
  { type: 'HEADER', value: words.bill.notPaid, style: { ...bold, ...centered } },
  {
    type: 'TEXT',
    value: [
      '{{ticket.time}}',
      '{{ticket.roomName}}',
      `${words.receipt.servedBy} {{ticket.cashier}}`,
    ].join('\n'),
  },
  ...goods(words),
  { type: 'TENDER_ROWS' },
  { type: 'TAX_ROWS' },
  blankLine,
  { type: 'TIP_SUGGESTION_ROWS' },
  blankLine,
  { type: 'FOOTER', value: '{{config.receiptFooter}}', style: centered },
  { type: 'QRCODE', value: '', style: centered },
  { type: 'TEXT', value: '{{ticket.payCaption}}', style: centered },
]

const kitchen = (words: Words): readonly ElementInput[] => [
  {
    type: 'HEADER',
    value: '{{ticket.place}}',
    style: { ...bold, ...centered, fontSize: 'EXTRA_LARGE', size: 3 },
  },
  { type: 'TEXT', value: '{{ticket.roomName}}', style: centered },
  { type: 'TEXT', value: '{{ticket.part}}', style: title },
  {
    type: 'TEXT',
    value: `{{ticket.time}}\n${words.kitchen.orderedBy} {{ticket.cashier}}`,
  },
  rule,
  { type: 'KITCHEN_ROWS', style: large },
  rule,
]

const dayReport = (
  words: Words,
  heading: string,
  signature: string,
): readonly ElementInput[] => [
  ...business,
  { type: 'HEADER', value: heading, style: title },
  { type: 'TEXT', value: `{{ticket.date}}\n${signature}`, style: centered },
  rule,
  { type: 'TEXT', value: words.shift.sales, style: bold },
  { type: 'SUMMARY_ROWS', value: 'Sales' },
  blankLine,
  { type: 'TAX_ROWS', value: words.shift.ofWhich },
  rule,
  { type: 'TEXT', value: words.shift.payments, style: bold },
  { type: 'SUMMARY_ROWS', value: 'Taken' },
  {
    type: 'TOTAL_ROW',
    value: `${words.shift.taken} {{ticket.currency}}`,
    style: large,
  },
  { type: 'TENDER_ROWS' },
  rule,
  { type: 'TEXT', value: words.shift.refunds, style: bold },
  { type: 'SUMMARY_ROWS', value: 'Refunds' },
  rule,
  { type: 'TEXT', value: words.shift.paymentsLessRefunds, style: bold },
  { type: 'SUMMARY_ROWS', value: 'Net' },
  rule,
  { type: 'TEXT', value: words.shift.drawer, style: bold },
  { type: 'SUMMARY_ROWS', value: 'Cash' },
  rule,
  { type: 'TEXT', value: words.shift.apart, style: bold },
  { type: 'SUMMARY_ROWS', value: 'Apart' },
]

/** Adds the list of tills at the end of a report. */
const ofTills =
  (report: (words: Words) => readonly ElementInput[]) =>
  (words: Words): readonly ElementInput[] => [
    ...report(words),
    rule,
    { type: 'TEXT', value: words.shift.tills, style: bold },
    { type: 'SUMMARY_ROWS', value: 'Tills' },
  ]

const zReport = (words: Words) =>
  dayReport(
    words,
    `${words.shift.zReport} {{ticket.number}}`,
    `${words.shift.closedBy} {{ticket.cashier}}`,
  )

const xReport = (words: Words) =>
  dayReport(words, words.shift.xReport, `${words.shift.printedBy} {{ticket.cashier}}`)

const refund = (words: Words): readonly ElementInput[] => [
  ...business,
  { type: 'HEADER', value: words.refund.title, style: title },
  blankLine,
  { type: 'SUMMARY_ROWS', value: 'Number', style: bold },
  {
    type: 'TEXT',
    value: [
      `${words.refund.ofReceipt} {{ticket.number}}`,
      '{{ticket.time}}',
      `${words.refund.by} {{ticket.cashier}}`,
      '{{ticket.buyer}}',
    ].join('\n'),
  },
  rule,
  { type: 'ITEM_ROWS' },
  { type: 'TIP_ROW' },
  {
    type: 'TOTAL_ROW',
    value: `${words.rows.total} {{ticket.currency}}`,
    style: large,
  },
  blankLine,
  { type: 'TENDER_ROWS' },
  blankLine,
  { type: 'TAX_ROWS' },
  { type: 'TEXT', value: '{{ticket.fiscal}}' },
  blankLine,
  { type: 'TEXT', value: words.refund.signature },
  blankLine,
  blankLine,
  rule,
]

const payCode = (words: Words): readonly ElementInput[] => [
  ...business,
  { type: 'HEADER', value: '{{ticket.tableName}}', style: title },
  { type: 'TEXT', value: '{{ticket.roomName}}', style: centered },
  {
    type: 'TEXT',
    value: '{{ticket.subtotal}} {{ticket.currency}}',
    style: title,
  },
  blankLine,
  { type: 'QRCODE', value: '{{ticket.id}}', style: centered },
  { type: 'FOOTER', value: words.bill.pay, style: centered },
]

const builtIn = (
  id: string,
  name: string,
  elements: (words: Words) => readonly ElementInput[],
): BuiltInTemplate => {
  const parsed = (language: ReceiptLanguage) =>
    elements(wordsOf(language)).map((element) => TemplateElement.parse(element))
  return { id, name, in: { en: parsed('en'), es: parsed('es') } }
}

export const receiptTemplate = builtIn('built-in-receipt', 'Receipt', receipt)
export const billTemplate = builtIn('built-in-bill', 'Bill', bill)
export const kitchenTemplate = builtIn('built-in-kitchen', 'Kitchen', kitchen)
export const zReportTemplate = builtIn('built-in-z-report', 'Z report', zReport)
/** A Z report of a day that goes on; it has no number. */
export const xReportTemplate = builtIn('built-in-x-report', 'X report', xReport)
const zReportOfTills = builtIn(zReportTemplate.id, 'Z report', ofTills(zReport))
const xReportOfTills = builtIn(xReportTemplate.id, 'X report', ofTills(xReport))

/** The template of a Z or X report. */
export function dayReportTemplate({
  isX,
  hasTills,
}: {
  readonly isX: boolean
  readonly hasTills: boolean
}): BuiltInTemplate {
  if (hasTills) return isX ? xReportOfTills : zReportOfTills
  return isX ? xReportTemplate : zReportTemplate
}
export const refundTemplate = builtIn('built-in-refund', 'Refund', refund)
export const payCodeTemplate = builtIn('built-in-pay-code', 'Pay code', payCode)

/** Templates that print any ticket, so that a printer may name them. */
const ticketTemplates: readonly BuiltInTemplate[] = [
  receiptTemplate,
  kitchenTemplate,
  billTemplate,
]

/** A printer that names one of these prints bills by the one and receipts by the other. */
const customerTemplates: readonly BuiltInTemplate[] = [receiptTemplate, billTemplate]

/**
 * Returns the built-in template for a print with the template `own`, unless its printer
 * names another one. A printer of receipts prints reports and refunds by their own.
 */
export function builtInFor(
  name: string | undefined,
  own: BuiltInTemplate | undefined,
): BuiltInTemplate | undefined {
  if (name === undefined || name === own?.name) return own
  const named = ticketTemplates.find((template) => template.name === name)
  if (!named || !own) return named
  const isForCustomer = [named, own].every((each) => customerTemplates.includes(each))
  return isForCustomer || !ticketTemplates.includes(own) ? own : named
}

/** A built-in template as it prints in a language: it respells no letters. */
export const inLanguage = (
  template: BuiltInTemplate,
  language: ReceiptLanguage | undefined,
) => ({
  name: template.name,
  elements: template.in[language ?? 'en'],
  keepsLetters: true as const,
})

/** Lists the templates for printers that name none (GET /templates/built-in). */
export const builtInTemplates = (language: ReceiptLanguage): readonly Template[] =>
  [receiptTemplate, kitchenTemplate, zReportTemplate, refundTemplate, billTemplate].map(
    (template) => ({
      id: template.id,
      name: template.name,
      elements: template.in[language].map((element, order) => ({
        ...element,
        id: `${template.id}-${order}`,
        templateId: template.id,
        order,
      })),
    }),
  )
