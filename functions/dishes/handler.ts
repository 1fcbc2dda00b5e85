import * as dishes from '../../shared/catalog/dishes.ts'
import { required } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { fromCents } from '../../shared/money/decimal.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ page }) => (await dishes.allDishes(page)).map(withPrice),

  one: async ({ params }) => withPrice(required(await dishes.findDish(params.id))),

  create: ({ body }) => dishes.createDish(body),

  update: ({ params, body, caller }) => dishes.changeDish(params.id, body, caller.userId),

  remove: ({ params }) => dishes.softDeleteDish(params.id),
})

const withPrice = (dish: dishes.DishRecord) => ({
  ...dish,
  price: fromCents(dish.priceCents),
})
