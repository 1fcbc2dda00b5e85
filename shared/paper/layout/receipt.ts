import * as z from 'zod'
import { Bitmap } from './bitmap.ts'
import { PrintSettings } from './print-settings.ts'
import { PrintedTicket } from './printed-ticket.ts'
import { TemplateElement } from './template.ts'

/** The business data that `{{config.*}}` placeholders print. */
export const ShopConfig = z.object({
  businessName: z.string().nullable(),
  businessAddress: z.string().nullable(),
  businessPhone: z.string().nullable(),
  businessEmail: z.string().nullable(),
  businessTaxId: z.string().nullish(),
})
export type ShopConfig = z.infer<typeof ShopConfig>

/** Everything on the paper: the elements of a template and the data for them. */
export const Receipt = z.object({
  elements: z.array(TemplateElement),
  ticket: PrintedTicket,
  config: ShopConfig.nullable(),
  logo: Bitmap.optional(),
  /** Absent for paper of 48 columns and the like, as older clouds have it. */
  settings: PrintSettings.optional(),
})
export type Receipt = z.infer<typeof Receipt>
