import { Failure, required } from '../../shared/failure.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { alternative } from '../../shared/platform/http/reply.ts'
import * as tables from '../../shared/selling/restaurant/tables.ts'
import { findSpace } from '../../shared/selling/restaurant/tables.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: ({ page }) => tables.allTables(page),

  bySpace: async ({ params: { id }, page }) => {
    const [space, found] = await Promise.all([
      findSpace(id),
      tables.tablesOfSpace(id, page),
    ])
    if (!space) throw new Failure('notFound')
    return found.length === 0 ? alternative('empty', id) : found
  },

  one: async ({ params }) => required(await tables.findTable(params.id)),

  create: ({ body }) => tables.createTable(body),

  update: async ({ params: { id }, body }) => {
    await tables.changeTable(id, body)
    return { id }
  },

  remove: ({ params }) => tables.softDeleteTable(params.id),
})
