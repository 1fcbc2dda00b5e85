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

/** Everything on the paper: the elements of a template and the data for them. */
export const Receipt = z.object({
  elements: z.array(TemplateElement),
  ticket: TicketData,
  config: ShopConfig.nullable(),
})
export type Receipt = z.infer<typeof Receipt>
