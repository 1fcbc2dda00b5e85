import type { IncomingMessage } from 'node:http'
import { gunzipSync } from 'node:zlib'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { httpEvent } from '../../../infra/local/gateway/http-api.ts'
import { asLambda } from '../../../infra/local/gateway/invocation.ts'
import { targetOf } from '../../../infra/local/gateway/request.ts'
import type { Answer } from '../../support/client.ts'
import type { Shop } from '../../support/shop.ts'
import { routeOf } from '../simulation/cloud/http.ts'
import type { Request } from './attack.ts'

/** Sends requests to the functions as API Gateway does, without a socket. */
export function doorOf({ invoke }: Pick<Shop, 'invoke'>) {
  const call = asLambda(invoke, 30_000)
  return async ({ method, target, headers, body = '' }: Request): Promise<Answer> => {
    const request = {
      url: target,
      method,
      httpVersion: '1.1',
      headers,
      headersDistinct: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, [value]]),
      ),
      socket: { remoteAddress: '127.0.0.1', localPort: 443 },
    } as unknown as IncomingMessage
    const match = routeOf(method, targetOf(request).rawPath) ?? {
      routeKey: '$default',
      functionName: 'fallback',
      params: {},
    }
    const event = httpEvent(request, Buffer.from(body), match)
    return answerOf(
      (await call(match.functionName, event)) as APIGatewayProxyStructuredResultV2,
    )
  }
}

function answerOf(result: APIGatewayProxyStructuredResultV2): Answer {
  const { statusCode = 200, cookies = [], body = '', isBase64Encoded } = result
  const headers = new Headers()
  for (const [name, value] of Object.entries(result.headers ?? {})) {
    headers.set(name, String(value))
  }
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
  const isZipped = headers.get('content-encoding') === 'gzip'
  const text = (isZipped ? gunzipSync(bytes) : bytes).toString()
  const isJson = headers.get('content-type')?.includes('application/json')
  return {
    status: Number(statusCode),
    body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
    headers,
    setCookies: cookies,
  }
}
