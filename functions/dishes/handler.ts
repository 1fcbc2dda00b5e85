import * as dishes from '../../shared/catalog/dishes.ts'
import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { fromCents } from '../../shared/money/decimal.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ page }) => (await dishes.allDishes(page)).map(withPrice),

  one: async ({ params }) => {
    const dish = await dishes.findDish(params.id)
    if (!dish) throw new Failure('notFound')
    return withPrice(dish)
  },

  create: ({ body }) => dishes.createDish(body),

  update: async ({ params: { id }, body, caller }) => {
    await dishes.changeDish(id, body, caller.userId)
    return { id }
  },

  remove: ({ params }) => dishes.softDeleteDish(params.id),
})

const withPrice = (dish: dishes.DishRecord) => ({
  ...dish,
  price: fromCents(dish.priceCents),
})
