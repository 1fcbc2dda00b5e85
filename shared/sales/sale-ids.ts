import * as z from 'zod'

/** The records that a sale created. */
export const SaleIds = z
  .object({
    orderId: z.string(),
    ticketId: z.string(),
    paymentId: z.string(),
  })
  .meta({ id: 'SaleIds', description: 'The records of a sale' })
export type SaleIds = Readonly<z.output<typeof SaleIds>>
