import * as modifiers from '../../shared/catalog/modifier-changes.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: () => modifiers.allModifierGroups(),

  create: ({ body }) => modifiers.createModifierGroup(body),

  update: ({ params, body }) => modifiers.changeModifierGroup(params.id, body),

  remove: ({ params }) => modifiers.deleteModifierGroup(params.id),
})
