import * as categories from '../../shared/catalog/categories.ts'
import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { isUuid } from '../../shared/uuid.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: ({ query, page }) => categories.allCategories(query.type, page),

  one: async ({ params, query }) => {
    const category = await categories.findCategory(query.type, params.id)
    if (!category) throw new Failure('notFound')
    return category
  },

  create: ({ body }) => categories.createCategory(body.type, body.name),

  rename: async ({ params: { id }, body }) => {
    if (!isUuid(id)) throw new Failure('malformedType')
    await categories.renameCategory(body.type, id, body.name)
    return { id }
  },

  remove: ({ params, query }) => categories.softDeleteCategory(query.type, params.id),
})
