import { required } from '../../shared/failure.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import * as spaces from '../../shared/selling/restaurant/tables.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: ({ page }) => spaces.allSpaces(page),

  one: async ({ params }) => required(await spaces.findSpace(params.id)),

  create: ({ body }) => spaces.createSpace(body.name),

  rename: async ({ params: { id }, body }) => {
    await spaces.renameSpace(id, body.name)
    return { id }
  },

  remove: ({ params }) => spaces.softDeleteSpace(params.id),
})
