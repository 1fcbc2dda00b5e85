import { publicLambda } from '../../shared/http/public-lambda.ts'
import { endpoints } from './endpoints.ts'

export const handler = publicLambda(endpoints, {
  root: () => undefined,
  health: ({ request }) => ({
    status: 'healthy' as const,
    timestamp: String(request.nowMs),
  }),
})
