import * as z from 'zod'
import {
  decimalCents,
  id,
  idOf,
  majorUnits,
  nonBlank,
  recordId,
} from '../platform/validation/fields.ts'
import { modifierGroupIds, shownGroupIds } from './modifier-group.ts'

/** A course, such as Starters, in which the kitchen is sent dishes. */
export const course = nonBlank.max(40)

const isAvailable = 'Whether it can be ordered now'

export const Dish = z
  .object({
    id: recordId(),
    name: z.string().describe('Name as tills show it, such as Soup'),
    price: majorUnits,
    categoryId: recordId('a category'),
    taxId: z.string().nullable().describe('Null is the default tax'),
    isAvailable: z.boolean().describe(isAvailable),
    modifierGroupIds: shownGroupIds,
    course: z.string().nullable().describe('The course with which the kitchen gets it'),
  })
  .meta({ id: 'Dish', description: 'A dish of the menu' })
export type Dish = z.output<typeof Dish>

export const DishInput = z
  .object({
    name: nonBlank.describe('Name as tills show it, such as Soup'),
    price: decimalCents.refine((cents) => cents > 0, 'must be above 0'),
    categoryId: idOf('a category'),
    taxId: id.nullish().describe('Null is the default tax, if there is one'),
    isAvailable: z.boolean().optional().describe(`${isAvailable}; true for a new dish`),
    modifierGroupIds: modifierGroupIds.optional(),
    course: course.nullish().describe('Such as Starters; null for none'),
  })
  .transform(({ price, ...rest }) => ({ ...rest, priceCents: price }))
  .meta({ id: 'DishInput' })
export type DishInput = z.output<typeof DishInput>
