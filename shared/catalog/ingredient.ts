import * as z from 'zod'
import { decimal, idOf, nonBlank, recordId, text } from '../platform/validation/fields.ts'

const amount = decimal.min(0)

/** Quantities are in units, the cost in major units of currency; both keep all digits. */
export const IngredientInput = z
  .object({
    name: nonBlank.describe('Such as Flour'),
    categoryId: idOf('a category'),
    quantity: amount.describe('In units'),
    unit: text.describe('Such as kg'),
    lowStockThreshold: amount.describe('In units'),
    costPerUnit: amount.describe('In major units'),
  })
  .meta({ id: 'IngredientInput' })
export type IngredientInput = z.output<typeof IngredientInput>

export const Ingredient = z
  .object({ id: recordId(), ...IngredientInput.shape })
  .meta({ id: 'Ingredient', description: "An ingredient in the kitchen's stock" })
export type Ingredient = z.output<typeof Ingredient>
