import * as z from 'zod'
import { decimalCents, id, majorUnits, nonBlank } from '../validation/fields.ts'

/** A dish of the menu as clients read it; `price` is in major units. */
export const Dish = z
  .object({
    id: z.string(),
    name: z.string(),
    price: majorUnits,
    categoryId: z.string(),
    taxId: z.string().nullable().describe('Null is the default tax'),
  })
  .meta({ id: 'Dish', description: 'A dish of the menu' })
export type Dish = z.output<typeof Dish>

export const DishInput = z
  .object({
    name: nonBlank,
    price: decimalCents.refine((cents) => cents > 0, 'must be above 0'),
    categoryId: id,
    taxId: id.nullish().describe('Null is the default tax, if there is one'),
  })
  .transform(({ price, ...rest }) => ({ ...rest, priceCents: price }))
  .meta({ id: 'DishInput' })
export type DishInput = z.output<typeof DishInput>
