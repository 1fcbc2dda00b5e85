import type * as z from 'zod'
import { type Template, TemplateElement } from './template.ts'

type ElementInput = z.input<typeof TemplateElement>

/** A template that is part of the product and not stored. */
export type BuiltInTemplate = {
  readonly id: string
  readonly name: string
  readonly elements: readonly TemplateElement[]
}

const centered = { justification: 'CENTER' } as const
const bold = { bold: true } as const
const large = { bold: true, fontSize: 'LARGE' } as const
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
      'Tax ID {{config.businessTaxId}}',
    ].join('\n'),
    style: centered,
  },
  blankLine,
]

const receipt: readonly ElementInput[] = [
  ...business,
  { type: 'SUMMARY_ROWS', value: 'Voided', style: bold },
  { type: 'TEXT', value: 'Receipt {{ticket.number}}', style: bold },
  {
    type: 'TEXT',
    value: [
      '{{ticket.date}}',
      '{{ticket.roomName}} {{ticket.tableName}}',
      'Served by {{ticket.cashier}}',
    ].join('\n'),
  },
  rule,
  { type: 'TABLE_ROW' },
  { type: 'DISCOUNT_ROWS' },
  { type: 'TIP_ROW' },
  { type: 'TOTAL_ROW', value: 'TOTAL {{ticket.currency}}', style: large },
  blankLine,
  { type: 'TENDER_ROWS' },
  { type: 'REFUND_ROWS' },
  blankLine,
  { type: 'TAX_ROWS' },
  blankLine,
  { type: 'FOOTER', value: 'Thank you for your visit!', style: centered },
  blankLine,
  { type: 'QRCODE', value: '{{ticket.id}}', style: centered },
]

const kitchen: readonly ElementInput[] = [
  {
    type: 'HEADER',
    value: '{{ticket.tableName}}',
    style: { ...bold, ...centered, fontSize: 'EXTRA_LARGE' },
  },
  { type: 'TEXT', value: '{{ticket.roomName}}', style: centered },
  {
    type: 'TEXT',
    value: '{{ticket.date}}\nOrdered by {{ticket.cashier}}',
  },
  rule,
  { type: 'TABLE_ROW', style: large },
  rule,
]

const dayReport = (heading: string, signature: string): readonly ElementInput[] => [
  ...business,
  { type: 'HEADER', value: heading, style: title },
  { type: 'TEXT', value: `{{ticket.date}}\n${signature}`, style: centered },
  rule,
  { type: 'TEXT', value: 'Sales', style: bold },
  { type: 'SUMMARY_ROWS', value: 'Sales' },
  blankLine,
  { type: 'TAX_ROWS', value: 'Of which' },
  rule,
  { type: 'TEXT', value: 'Payments', style: bold },
  { type: 'SUMMARY_ROWS', value: 'Taken' },
  { type: 'TOTAL_ROW', value: 'TAKEN {{ticket.currency}}', style: large },
  { type: 'TENDER_ROWS' },
  rule,
  { type: 'TEXT', value: 'Refunds', style: bold },
  { type: 'SUMMARY_ROWS', value: 'Refunds' },
  rule,
  { type: 'TEXT', value: 'Payments less refunds', style: bold },
  { type: 'SUMMARY_ROWS', value: 'Net' },
  rule,
  { type: 'TEXT', value: 'Cash drawer', style: bold },
  { type: 'SUMMARY_ROWS', value: 'Cash' },
  rule,
  { type: 'TEXT', value: 'Not in these sums', style: bold },
  { type: 'SUMMARY_ROWS', value: 'Apart' },
]

const zReport = dayReport('Z REPORT {{ticket.number}}', 'Closed by {{ticket.cashier}}')
const xReport = dayReport('X REPORT', 'Printed by {{ticket.cashier}}')

const refund: readonly ElementInput[] = [
  ...business,
  { type: 'HEADER', value: 'REFUND', style: title },
  blankLine,
  { type: 'SUMMARY_ROWS', value: 'Number' },
  {
    type: 'TEXT',
    value: [
      'Refund of receipt {{ticket.number}}',
      '{{ticket.date}}',
      'Refunded by {{ticket.cashier}}',
    ].join('\n'),
  },
  rule,
  { type: 'TABLE_ROW' },
  { type: 'TIP_ROW' },
  { type: 'TOTAL_ROW', value: 'REFUNDED', style: large },
  blankLine,
  { type: 'TENDER_ROWS' },
  blankLine,
  { type: 'TAX_ROWS' },
  blankLine,
  { type: 'TEXT', value: 'Signature' },
  blankLine,
  blankLine,
  rule,
]

const payCode: readonly ElementInput[] = [
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
  { type: 'FOOTER', value: 'Pay with any Lightning wallet', style: centered },
]

const builtIn = (
  id: string,
  name: string,
  elements: readonly ElementInput[],
): BuiltInTemplate => ({
  id,
  name,
  elements: elements.map((element) => TemplateElement.parse(element)),
})

export const receiptTemplate = builtIn('built-in-receipt', 'Receipt', receipt)
export const kitchenTemplate = builtIn('built-in-kitchen', 'Kitchen', kitchen)
export const zReportTemplate = builtIn('built-in-z-report', 'Z report', zReport)
/** A Z report of a day that goes on; it has no number. */
export const xReportTemplate = builtIn('built-in-x-report', 'X report', xReport)
export const refundTemplate = builtIn('built-in-refund', 'Refund', refund)
export const payCodeTemplate = builtIn('built-in-pay-code', 'Pay code', payCode)

/** Templates that print any ticket, so that a printer may name them. */
const ticketTemplates: readonly BuiltInTemplate[] = [receiptTemplate, kitchenTemplate]

/**
 * The built-in template for something that is printed by `own` unless its printer names another
 * one. A printer of receipts prints reports and refunds by their own.
 */
export function builtInFor(
  name: string | undefined,
  own: BuiltInTemplate | undefined,
): BuiltInTemplate | undefined {
  if (name === undefined || name === own?.name) return own
  const named = ticketTemplates.find((template) => template.name === name)
  return named && own && !ticketTemplates.includes(own) ? own : named
}

/** The templates that print where a printer names none (GET /templates/built-in). */
export const builtInTemplates: readonly Template[] = [
  receiptTemplate,
  kitchenTemplate,
  zReportTemplate,
  refundTemplate,
].map(({ id, name, elements }) => ({
  id,
  name,
  elements: elements.map((element, order) => ({
    ...element,
    id: `${id}-${order}`,
    templateId: id,
    order,
  })),
}))
