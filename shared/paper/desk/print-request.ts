import * as z from 'zod'
import { id } from '../../validation/fields.ts'
import { PrintableTicket } from './print-limits.ts'
import { PrinterType, textOrNull } from './printer-configuration.ts'

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
    printerType: PrinterType,
    ...destination,
  })
  .refine(({ orderId, refundId }) => orderId !== undefined || refundId === undefined, {
    path: ['orderId'],
    message: 'is required beside refundId',
  })
  .superRefine(({ ticketData, orderId }, context) => {
    if ((ticketData === undefined) !== (orderId === undefined)) return
    const message = ticketData ? 'stands beside orderId' : 'is required'
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

/** Where a request prints, and by which template. */
export type PrintDestination = z.output<typeof ZReportPrintRequest>
