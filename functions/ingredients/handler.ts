import * as ingredients from '../../shared/catalog/ingredients.ts'
import { isLow } from '../../shared/catalog/low-stock.ts'
import { Failure, required } from '../../shared/failure.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { readDecimal } from '../../shared/platform/money/decimal.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: ({ page }) => ingredients.allIngredients(page),

  lowStock: async ({ params }) => {
    const threshold = readDecimal(params.threshold)
    if (threshold === undefined) throw new Failure('invalid', { fault: 'threshold' })
    const all = await ingredients.allIngredients()
    return all.filter(({ quantity }) => isLow({ quantity, minimum: threshold }))
  },

  one: async ({ params }) => required(await ingredients.findIngredient(params.id)),

  create: ({ body }) => ingredients.createIngredient(body),

  update: ({ params, body }) => ingredients.changeIngredient(params.id, body),

  remove: ({ params }) => ingredients.deleteIngredient(params.id),
})
