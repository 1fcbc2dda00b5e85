import * as z from 'zod'
import { Failure } from '../../failure.ts'
import { id } from '../../platform/validation/fields.ts'
import { failing } from '../../platform/validation/parse.ts'
import { discountAmount } from '../../selling/sales/tenders.ts'
import { textBytes, ticketBytes } from '../layout/extent.ts'
import { defaultSettings, PaperColumns } from '../layout/print-settings.ts'
import { type Receipt, TicketData } from '../layout/receipt.ts'
import { TemplateElement } from '../layout/template.ts'
import { countLines } from './drawing.ts'
import { PrinterType, textOrNull } from './printer-configuration.ts'

// An agent renders this much within seconds. 2,000 lines are seven meters of paper.
const maxItems = 500
const maxComments = 20
const maxTextBytes = 64 * 1024
const maxLines = 2_000

/**
 * A ticket that is short enough to be printed. Its issues name
 * the failures `tooManyItems`, `tooManyComments`, `tooMuchText`.
 */
const PrintableTicket = TicketData.refine(
  ({ items }) => items.length <= maxItems,
  failing('tooManyItems'),
)
  .refine(
    ({ items }) => items.every(({ comments = [] }) => comments.length <= maxComments),
    failing('tooManyComments'),
  )
  .refine((ticket) => ticketBytes(ticket) <= maxTextBytes, failing('tooMuchText'))

/**
 * Throws `tooMuchText` or `tooManyLines` when the template makes a receipt too long, and
 * `drawingFailed`.
 */
export async function refuseTooLong(receipt: Receipt, most = maxLines): Promise<void> {
  // Bytes first: they bound the work of counting lines.
  if (textBytes(receipt, maxTextBytes) > maxTextBytes) throw new Failure('tooMuchText')
  if ((await countLines(receipt, most)) > most) throw new Failure('tooManyLines')
}

const destination = {
  templateName: textOrNull.describe('For printers without a template of their own'),
  printerId: textOrNull.describe('One configuration, whatever its type'),
  broadcast: z.boolean().describe('On every enabled printer of the type').default(false),
  forceTemplateName: z
    .boolean()
    .describe('`templateName` before the one of the configuration')
    .default(false),
}

/** Body of POST /printers/print. */
export const PrintRequest = z
  .object({
    ticketData: PrintableTicket.optional(),
    orderId: id.optional().describe('Instead of ticketData; needs orders_read'),
    refundId: id.optional().describe('Of the order: prints its slip instead'),
    discountAmount: discountAmount.describe(
      'In cents: what a bill that is not settled is to be settled with, instead of its own discount',
    ),
    printerType: PrinterType,
    ...destination,
  })
  .refine(({ orderId, refundId }) => orderId !== undefined || refundId === undefined, {
    path: ['orderId'],
    message: 'is required beside refundId',
  })
  .refine(
    ({ orderId, discountAmount: { cents } }) => orderId !== undefined || cents === 0,
    {
      path: ['orderId'],
      message: 'is required beside discountAmount',
    },
  )
  .superRefine(({ ticketData, orderId }, context) => {
    if ((ticketData === undefined) !== (orderId === undefined)) return
    const message = ticketData ? 'cannot be combined with orderId' : 'is required'
    context.addIssue({ code: 'custom', path: ['ticketData'], message })
  })
  .meta({
    id: 'PrintRequest',
    description: 'A ticket, and where to print it',
    example: { printerType: 'CUSTOMER', orderId: '0199f2a4-5c1e-4d3a-9b8f-cce55e4309a7' },
  })
export type PrintRequest = z.output<typeof PrintRequest>

/** Body of POST /shifts/{id}/z-report/print. */
export const ZReportPrintRequest = z
  .object({
    printerType: PrinterType.default('CUSTOMER'),
    ...destination,
  })
  .meta({ id: 'ZReportPrintRequest', description: 'Where to print a Z report' })

/** Printer of a request, and its template. */
export type PrintDestination = z.output<typeof ZReportPrintRequest>

/** Body of POST /pay-codes/{id}/print. */
export const PayCodePrintRequest = z
  .object({
    printerType: PrinterType.default('CUSTOMER'),
    printerId: destination.printerId,
    templateName: textOrNull.describe('Instead of the built-in `Pay code`'),
  })
  .meta({ id: 'PayCodePrintRequest', description: 'Where to print a pay code' })
export type PayCodePrintRequest = z.output<typeof PayCodePrintRequest>

/** Body of POST /templates/preview; without data a sample sale is drawn. */
export const PreviewRequest = z
  .object({
    elements: z.array(TemplateElement).describe('Its elements in print order'),
    ticketData: PrintableTicket.optional(),
    orderId: id.optional().describe('Instead of ticketData; needs orders_read'),
    columns: PaperColumns.default(defaultSettings.columns),
  })
  .refine(
    ({ ticketData, orderId }) => ticketData === undefined || orderId === undefined,
    { path: ['ticketData'], message: 'cannot be combined with orderId' },
  )
  .meta({ id: 'PreviewRequest', description: 'A template, and the data to draw it with' })
export type PreviewRequest = z.output<typeof PreviewRequest>
