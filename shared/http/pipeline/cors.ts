import { settings } from '../../deployment/settings.ts'
import type { HttpEvent, HttpResult, Step } from '../exchange.ts'

/**
 * CORS headers for the allowed origins, on every response. Other origins get none, which
 * middy's own middleware cannot do: it sends Allow-Credentials to every origin.
 */
export const cors = (): Step => {
  const addHeaders = (event: HttpEvent, response: HttpResult | null | undefined) => {
    if (!response) return
    const { origin } = event.headers
    response.headers = {
      ...response.headers,
      vary: [response.headers?.vary, 'Origin'].filter(Boolean).join(', '),
      ...(origin && settings.corsOrigins().includes(origin) && allowing(origin)),
    }
  }
  return {
    after: ({ event, response }) => addHeaders(event, response),
    onError: ({ event, response }) => addHeaders(event, response),
  }
}

const allowing = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'Content-Type, Authorization, Idempotency-Key',
  'access-control-expose-headers': 'Retry-After, Link',
})
