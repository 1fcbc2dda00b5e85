import * as z from 'zod'
import { decimal, id, nonBlank, text } from '../validation/fields.ts'

const amount = decimal.min(0)

/** Quantities are in units, the cost in major units of currency; both keep all digits. */
export const IngredientInput = z.object({
  name: nonBlank,
  categoryId: id,
  quantity: amount,
  unit: text,
  lowStockThreshold: amount,
  costPerUnit: amount,
})
export type IngredientInput = z.output<typeof IngredientInput>

/** An ingredient in the kitchen's stock as clients read it. */
export const Ingredient = z.object({ id: z.string(), ...IngredientInput.shape })
export type Ingredient = z.output<typeof Ingredient>
