import * as z from 'zod'
import { id, isoTime, recordId } from '../../platform/validation/fields.ts'
import { OrderDish } from '../restaurant/order-line.ts'
import { RestaurantOrder } from '../restaurant/restaurant-order.ts'

/** Kitchen states of a line that it was sent. */
export const kitchenStatuses = ['sent', 'in_progress', 'done'] as const

const KitchenLine = OrderDish.pick({
  id: true,
  dishId: true,
  modifiers: true,
  notes: true,
  status: true,
  course: true,
})
  .extend({
    name: z.string().describe("The dish's name when it was ordered"),
    categoryId: z.string().nullable().describe('Null for a deleted dish'),
    firedAt: isoTime.nullable().describe('Null for lines sent before release 0.3'),
  })
  .meta({ id: 'KitchenLine', description: 'A unit of a dish that the kitchen was sent' })

/** An order as the kitchen reads it: its sent lines, without prices. */
export const KitchenOrder = RestaurantOrder.pick({ tableId: true, createdAt: true })
  .extend({
    id: recordId(),
    tableName: z.string().describe('Blank for an order without a table'),
    roomName: z.string().describe('The space of the table'),
    userName: z.string().describe('Who took the order'),
    lines: z.array(KitchenLine).describe('What was sent, cancelled ones too'),
  })
  .meta({ id: 'KitchenOrder', description: 'What the kitchen was sent of an order' })
export type KitchenOrder = z.output<typeof KitchenOrder>

/** Body of PUT /orders/{id}/kitchen. */
export const KitchenProgress = z
  .object({
    dishIds: z.array(id).min(1).max(1_000).describe("Ids of the order's lines"),
    status: z.enum(kitchenStatuses).describe('`done` bumps them, the others recall'),
  })
  .meta({ id: 'KitchenProgress', description: 'How far the kitchen is with some lines' })
