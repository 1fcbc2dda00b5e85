import * as dishes from '../../shared/catalog/dishes.ts'
import { shownDish } from '../../shared/catalog/shown-dish.ts'
import { required } from '../../shared/failure.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ page }) => (await dishes.allDishes(page)).map(shownDish),

  one: async ({ params }) => shownDish(required(await dishes.findDish(params.id))),

  create: ({ body }) => dishes.createDish(body),

  update: ({ params, body, caller }) => dishes.changeDish(params.id, body, caller.userId),

  remove: ({ params }) => dishes.softDeleteDish(params.id),
})
