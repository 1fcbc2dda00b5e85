import * as ingredients from '../../shared/catalog/ingredients.ts'
import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { readDecimal } from '../../shared/money/decimal.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: ({ page }) => ingredients.allIngredients(page),

  lowStock: async ({ params }) => {
    const threshold = readDecimal(params.threshold)
    if (threshold === undefined) throw new Failure('invalid', { fault: 'threshold' })
    const all = await ingredients.allIngredients()
    return all.filter(({ quantity }) => quantity < threshold)
  },

  one: async ({ params }) => {
    const ingredient = await ingredients.findIngredient(params.id)
    if (!ingredient) throw new Failure('notFound')
    return ingredient
  },

  create: ({ body }) => ingredients.createIngredient(body),

  update: async ({ params: { id }, body }) => {
    await ingredients.changeIngredient(id, body)
    return { id }
  },

  remove: ({ params }) => ingredients.deleteIngredient(params.id),
})
