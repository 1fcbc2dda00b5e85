import * as z from 'zod'
import { cents, isoTime } from '../validation/fields.ts'

/** A product's units at one price; `priceAtOrder` is in cents. */
const StoreOrderItem = z
  .object({
    productId: z.string(),
    quantity: z.int(),
    priceAtOrder: cents,
  })
  .meta({ id: 'StoreOrderItem', description: 'Units of a product at one price' })
export type StoreOrderItem = Readonly<z.output<typeof StoreOrderItem>>

/** A store order on the wire; `total` is in cents. */
export const StoreOrder = z
  .object({
    id: z.string(),
    userId: z.string(),
    userName: z.string().nullable(),
    status: z.string().describe('`open` or `closed`'),
    total: cents,
    createdAt: isoTime,
    items: z.array(StoreOrderItem),
  })
  .meta({ id: 'StoreOrder', description: 'An order of the store' })
