import * as categories from '../../shared/catalog/categories.ts'
import { Failure, required } from '../../shared/failure.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { isUuid } from '../../shared/uuid.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: ({ query, page }) => categories.allCategories(query.type, page),

  one: async ({ params, query }) =>
    required(await categories.findCategory(query.type, params.id)),

  create: ({ body }) => categories.createCategory(body.type, body.name),

  rename: ({ params: { id }, body, request }) => {
    if (!isUuid(id)) throw new Failure('malformedType')
    return categories.renameCategory(body.type, id, body.name, request.nowMs)
  },

  remove: ({ params, query }) => categories.softDeleteCategory(query.type, params.id),
})
