import * as z from 'zod'

/** A product's units at one price; `priceAtOrder` is in cents. */
const StoreOrderItem = z.object({
  productId: z.string(),
  quantity: z.int(),
  priceAtOrder: z.int(),
})
export type StoreOrderItem = Readonly<z.output<typeof StoreOrderItem>>

/** A store order on the wire; `total` is in cents. */
export const StoreOrder = z.object({
  id: z.string(),
  userId: z.string(),
  userName: z.string().nullable(),
  status: z.string(),
  total: z.int(),
  createdAt: z.string(),
  items: z.array(StoreOrderItem),
})
