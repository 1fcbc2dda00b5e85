import * as z from 'zod'
import { isFailureKind } from '../failure.ts'
import { orderDishStatuses, orderStatuses } from '../sales/order.ts'
import { readMoment } from '../time/moment.ts'
import { id, priceCents, text } from '../validation/fields.ts'

/** Unix ms; undefined for now. Lists sort by the text of a year with four digits. */
const createdAt = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value, context) => {
    if (value === undefined || value === null) return undefined
    if (String(value).trim() === '') return undefined
    const ms = readMoment(String(value).trim())
    if (ms !== undefined && new Date(ms).toISOString().length === 24) return ms
    context.addIssue('is not a moment')
    return z.NEVER
  })

export const OrderInput = z.object({
  userId: id,
  tableId: id.nullish(),
  status: z.enum(orderStatuses),
  total: priceCents,
  createdAt,
})

/** Its status is read as any text: the refusal repeats it. */
export const OrderUpdate = z.object({
  userId: id,
  tableId: id.nullish(),
  status: text,
  total: priceCents,
})

/** With notes of 190 bytes an order has room for its 1,000 dishes, with longer ones for fewer. */
const notes = text.max(1_000).nullish()

export const NewDishes = z
  .array(
    z.object({ dishId: id, priceAtOrder: priceCents, notes }).transform((dish) => ({
      dishId: dish.dishId,
      priceCents: dish.priceAtOrder,
      notes: dish.notes ?? null,
    })),
  )
  .min(1, 'nothingProvided')
  .max(200, 'tooManyDishes')

/** The dishes of a new order, whose refusals are not those of the order itself. */
const firstDishes = z.unknown().transform((value, context) => {
  const dishes = NewDishes.safeParse(value ?? [])
  if (dishes.success) return dishes.data
  const fault = dishes.error.issues[0]?.message ?? ''
  context.addIssue(isFailureKind(fault) ? fault : 'invalidDishes')
  return z.NEVER
})

export const OrderWithDishes = z.object({
  order: OrderInput.extend({
    total: priceCents.nullish().transform((cents) => cents ?? 0),
  }),
  dishes: firstDishes,
})

export const OrderDishChange = z
  .object({
    priceAtOrder: priceCents.optional(),
    notes,
    status: z.enum(orderDishStatuses).optional(),
    shouldPrepare: z.boolean().optional(),
  })
  .transform(({ priceAtOrder, ...rest }) => ({ ...rest, priceCents: priceAtOrder }))

const parameter = z.string().optional()

/** The days as sent, see order-filter.ts. */
export const Days = z.object({ start_date: parameter, end_date: parameter })
export type Days = z.output<typeof Days>

/** The filters as sent; each has a refusal of its own, see order-filter.ts. */
export const OrderFilter = z.object({
  startDate: parameter,
  endDate: parameter,
  status: parameter,
  userId: parameter,
  paymentMethod: parameter,
  minTotal: parameter,
  maxTotal: parameter,
  sortBy: parameter,
  sortOrder: parameter,
})
export type OrderFilter = z.output<typeof OrderFilter>
