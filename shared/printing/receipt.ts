import * as z from 'zod'
import { Bitmap } from './bitmap.ts'
import { PrintedTicket } from './printed-ticket.ts'
import { printerFields } from './printer-language.ts'
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
  ...printerFields,
})
export type Receipt = z.infer<typeof Receipt>
