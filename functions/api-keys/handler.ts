import * as apiKeys from '../../shared/people/api-keys/api-keys.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: ({ page }) => apiKeys.listApiKeys(page),

  create: async ({ body, caller, request: { nowMs } }) => ({
    ...(await apiKeys.createApiKey(body, caller, nowMs)),
    message: 'API key added successfully' as const,
  }),

  remove: ({ params }) => apiKeys.revokeApiKey(params.id),
})
