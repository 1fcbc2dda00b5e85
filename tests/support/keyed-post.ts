import { randomUUID } from 'node:crypto'
import type { HttpEvent } from '../../shared/platform/http/exchange.ts'
import type { lambda } from '../../shared/platform/http/lambda.ts'

/** Posts to a handler of this process, under an Idempotency-Key unless it is undefined. */
export const keyedPost =
  (handler: ReturnType<typeof lambda>) =>
  (path: string, key: string | undefined, body: object, method = 'POST') => {
    const event = {
      routeKey: `${method} ${path}`,
      rawPath: path,
      rawQueryString: '',
      headers: key === undefined ? {} : { 'idempotency-key': key },
      body: JSON.stringify(body),
      requestContext: {
        http: { method, sourceIp: '127.0.0.1' },
        requestId: randomUUID(),
      },
    } as unknown as HttpEvent
    return handler(event, { getRemainingTimeInMillis: () => 29_000 } as never)
  }
