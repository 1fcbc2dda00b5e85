import * as z from 'zod'
import { course } from '../../catalog/dish.ts'
import { ModifierChoices } from '../../catalog/modifier-choice.ts'
import {
  cents,
  idOf,
  majorUnits,
  priceCents,
  recordId,
  text,
} from '../../platform/validation/fields.ts'
import { failing } from '../../platform/validation/parse.ts'
import { orderDishStatuses } from '../sales/order.ts'
import { modifiersField } from '../sales/sale-on-wire.ts'
import type { SoldLine } from '../sales/sale-snapshot.ts'
import type { SeenLine } from '../sales/seen-lines.ts'

/** A line of an order as clients read it; `priceAtOrder` is in major units. */
export const OrderDish = z
  .object({
    id: recordId(),
    orderId: recordId('the order'),
    dishId: recordId('the dish'),
    priceAtOrder: majorUnits,
    dishName: z
      .string()
      .optional()
      .describe('Name that the dish had when it was ordered; of a settled order'),
    paidCents: cents
      .optional()
      .describe('What was paid for it, tax included, in cents; of a settled order'),
    modifiers: modifiersField,
    notes: z.string().nullable().describe('Wishes for the kitchen; null without any'),
    status: z.enum(orderDishStatuses).describe('Progress in the kitchen, such as done'),
    shouldPrepare: z.boolean().describe('Whether the kitchen has to make it'),
    course: z.string().nullable().describe('The course with which the kitchen gets it'),
  })
  .meta({ id: 'OrderDish', description: 'One unit of a dish in an order' })
export type OrderDish = z.output<typeof OrderDish>

/**
 * With notes and modifiers of 190 bytes a record has room for 1,000 lines, with longer ones for
 * fewer; a modifier takes its name and about 45 bytes.
 */
const notes = text
  .max(1_000)
  .nullish()
  .describe('Wishes for the kitchen, such as no salt')

/** A dish that is added to an order. */
export const NewLine = z
  .object({
    dishId: idOf('the dish'),
    priceAtOrder: priceCents,
    modifiers: ModifierChoices,
    notes,
    course: course.nullish().describe('Instead of the course of its dish'),
  })
  .transform((dish) => ({
    dishId: dish.dishId,
    priceCents: dish.priceAtOrder,
    modifiers: dish.modifiers,
    notes: dish.notes ?? null,
    course: dish.course ?? null,
  }))
  .meta({ id: 'NewLine', description: 'A dish to add to an order' })
export type NewLine = Readonly<z.output<typeof NewLine>>

export const NewLines = z
  .array(NewLine)
  .min(1, failing('nothingProvided'))
  .max(200, failing('tooManyDishes'))

/** Reason of a cancellation; the audit trail keeps it. */
export const Cancellation = z.object({
  reason: z
    .string()
    .max(200)
    .optional()
    .transform((reason) => reason?.trim() || undefined)
    .describe('Why it is cancelled, such as burnt; the audit trail keeps it'),
})

/** A change of one line; undefined fields keep their stored values. */
export const LineChange = z
  .object({
    priceAtOrder: priceCents.optional(),
    modifiers: ModifierChoices.describe(
      'All modifiers of the unit; left out, it keeps them',
    ),
    notes,
    status: OrderDish.shape.status.optional(),
    shouldPrepare: OrderDish.shape.shouldPrepare.optional(),
    course: course.nullish().describe('Instead of the course of its dish'),
    ...Cancellation.shape,
  })
  .transform(({ priceAtOrder, ...rest }) => ({ ...rest, priceCents: priceAtOrder }))
  .meta({
    id: 'LineChange',
    description: 'Fields that are left out keep their values',
    example: { priceAtOrder: 12.5, notes: 'no onions', status: 'done' },
  })
export type LineChange = z.output<typeof LineChange>

/** One unit of a dish, stored in its order's record, with its sale once it is settled. */
export type OrderLine = Readonly<
  Omit<OrderDish, 'orderId' | 'priceAtOrder' | 'modifiers' | 'course'> & {
    priceCents: number
    /** Course in which it is sent to the kitchen; absent for none. */
    course?: string
    /** The dish's name when it was ordered, shortened to fit. */
    dishName: string
    /**
     * Price of its modifiers on top of the dish's; absent for none, and for the defaults
     * of a till that sent no modifiers, whose price stands as sent.
     */
    modifiersCents?: number
    /** It costs less than its dish did, and who entered it may give no discounts. */
    isReduced?: true
  }
> &
  SoldLine &
  Omit<SeenLine, 'priceCents' | 'status'>

/** True if a kitchen ticket of the line was printed, or a client says so. */
export const isFired = ({ status, wasFired }: OrderLine): boolean =>
  wasFired === true || status !== 'pending'

/** Most lines of an order. */
export const maxLines = 1_000

/** The largest sum of lines: up to it a total is exact on the wire. */
export const maxTotalCents = 2 ** 46 * 100

type Priced = { readonly priceCents: number; readonly status?: OrderLine['status'] }

/** Returns a line's share of its order's total, in cents: 0 once it is cancelled. */
export const centsOf = ({ priceCents, status }: Priced) =>
  status === 'cancelled' ? 0 : priceCents

/** The sum of lines in cents. */
export const sumOf = (lines: readonly Priced[]) =>
  lines.reduce((sum, line) => sum + centsOf(line), 0)

/**
 * The index of a line, by the line's id, or by its dish's id if only one line has that
 * dish. -1 if the order has no such line.
 */
export function lineIndex(lines: readonly OrderLine[], id: string): number {
  const index = lines.findIndex((line) => line.id === id)
  if (index !== -1) return index
  const isDish = (line: OrderLine) => line.dishId === id
  return lines.filter(isDish).length === 1 ? lines.findIndex(isDish) : -1
}
