import * as dishes from '../../shared/catalog/dishes.ts'
import { required } from '../../shared/failure.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { fromCents } from '../../shared/platform/money/decimal.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ page }) => (await dishes.allDishes(page)).map(shown),

  one: async ({ params }) => shown(required(await dishes.findDish(params.id))),

  create: ({ body }) => dishes.createDish(body),

  update: ({ params, body, caller }) => dishes.changeDish(params.id, body, caller.userId),

  remove: ({ params }) => dishes.softDeleteDish(params.id),
})

const shown = ({ isAvailable = true, ...dish }: dishes.DishRecord) => ({
  ...dish,
  isAvailable,
  modifierGroupIds: dish.modifierGroupIds ?? [],
  course: dish.course ?? null,
  price: fromCents(dish.priceCents),
})
