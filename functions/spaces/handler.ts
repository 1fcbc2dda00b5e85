import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import * as spaces from '../../shared/table/spaces.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: ({ page }) => spaces.allSpaces(page),

  one: async ({ params }) => {
    const space = await spaces.findSpace(params.id)
    if (!space) throw new Failure('unknown')
    return space
  },

  create: ({ body }) => spaces.createSpace(body.name),

  rename: async ({ params: { id }, body }) => {
    await spaces.renameSpace(id, body.name)
    return { id }
  },

  remove: ({ params }) => spaces.retireSpace(params.id),
})
