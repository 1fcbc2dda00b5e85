import * as z from 'zod'
import { TemplateElement } from './template.ts'
import { TicketData } from './ticket.ts'

/** The business data that `{{config.*}}` placeholders print. */
export const ShopConfig = z.object({
  businessName: z.string().nullable(),
  businessAddress: z.string().nullable(),
  businessPhone: z.string().nullable(),
  businessEmail: z.string().nullable(),
})
export type ShopConfig = z.infer<typeof ShopConfig>

/**
 * One receipt for one printer, as queued for the shop's agent. It carries the
 * template's elements, so a template edited meanwhile does not change it.
 */
export const PrintJob = z.object({
  id: z.string(),
  printerName: z.string(),
  templateName: z.string(),
  elements: z.array(TemplateElement),
  ticket: TicketData,
  config: ShopConfig.nullable(),
  createdAtMs: z.int(),
  expiresAtMs: z.int(),
})
export type PrintJob = z.infer<typeof PrintJob>

/** The part of a job that is printed. */
export type Receipt = Pick<PrintJob, 'elements' | 'ticket' | 'config'>
