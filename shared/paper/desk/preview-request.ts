import * as z from 'zod'
import { id } from '../../validation/fields.ts'
import { defaultSettings, PaperColumns } from '../layout/print-settings.ts'
import { TemplateElement } from '../layout/template.ts'
import { PrintableTicket } from './print-limits.ts'

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
    { path: ['ticketData'], message: 'stands beside orderId' },
  )
  .meta({ id: 'PreviewRequest', description: 'A template, and the data to draw it with' })
export type PreviewRequest = z.output<typeof PreviewRequest>
