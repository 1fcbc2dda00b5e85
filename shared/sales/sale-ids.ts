import * as z from 'zod'
import { cents, recordId } from '../validation/fields.ts'

/** The records that a sale created. */
export const SaleIds = z
  .object({
    orderId: recordId('the order'),
    ticketId: recordId('the ticket'),
    paymentId: z.string().describe('Of several, that by Lightning, else the first'),
    paymentIds: z.array(z.string()).optional().describe('With tenders: one of each'),
    changeCents: cents.optional().describe('With tenders: what goes back in cash'),
  })
  .meta({ id: 'SaleIds', description: 'The records of a sale' })
export type SaleIds = Readonly<z.output<typeof SaleIds>>

/** The ids alone, of what holds more. */
export const saleIdsOf = ({
  orderId,
  ticketId,
  paymentId,
  paymentIds,
  changeCents,
}: SaleIds): SaleIds => ({
  orderId,
  ticketId,
  paymentId,
  ...(paymentIds && { paymentIds, changeCents }),
})
