import { isAllowedOrigin } from '../../deployment/allowed-origin.ts'
import { corsHeaders } from '../cors-headers.ts'
import type { HttpEvent, HttpResult, Step } from '../exchange.ts'

/**
 * CORS headers for the allowed origins, on every response. Other origins get none, which
 * middy's own middleware cannot do: it sends Allow-Credentials to every origin.
 */
export const cors = (): Step => {
  const addHeaders = (event: HttpEvent, response: HttpResult | null | undefined) => {
    if (!response) return
    const { origin } = event.headers
    const { method } = event.requestContext.http
    response.headers = {
      ...response.headers,
      vary: [response.headers?.vary, 'Origin'].filter(Boolean).join(', '),
      ...(event.exchange?.endpoint?.anyOrigin
        ? { 'access-control-allow-origin': '*' }
        : origin && isAllowedOrigin(origin) && allowing(origin, method)),
    }
  }
  return {
    after: ({ event, response }) => addHeaders(event, response),
    onError: ({ event, response }) => addHeaders(event, response),
  }
}

const allowing = (origin: string, method: string) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  'access-control-allow-methods': corsHeaders.methods.join(', '),
  'access-control-allow-headers': corsHeaders.requestHeaders.join(', '),
  'access-control-expose-headers': corsHeaders.exposedHeaders.join(', '),
  // Chromium's maximum, in seconds: a till sends one preflight an address in two hours.
  ...(method === 'OPTIONS' && { 'access-control-max-age': '7200' }),
})
