import { lambda } from '../../shared/http/lambda.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  root: () => undefined,
  health: ({ request }) => ({ status: 'healthy', timestamp: String(request.nowMs) }),
})
