import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { log } from '../log.ts'
import { contentSecurityPolicy, statusPage } from './page.ts'
import type { Status } from './status.ts'
import { textsFor } from './texts/languages.ts'
import { viewOf } from './view.ts'

const headers = {
  'cache-control': 'no-store',
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/**
 * Serves the status page to this machine until `stop`, unless the port is 0. A port that is
 * taken is logged, and costs the page alone.
 */
export async function serveStatus(
  port: number,
  current: () => Status,
  stop: AbortSignal,
): Promise<void> {
  if (port === 0) return
  const server = createServer((request, response) => answer(request, response, current()))
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening', { signal: stop })
    log('status-page-open', { url: `http://localhost:${port}/` })
    await once(server, 'close', { signal: stop })
  } catch (error) {
    if (!stop.aborted) log('status-page-failed', { error })
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  status: Status,
): void {
  const refused = refusalOf(request)
  if (refused) {
    response.writeHead(refused.status, { ...headers, ...refused.headers }).end()
    return
  }
  const texts = textsFor(request.headers['accept-language'])
  const page = statusPage(viewOf(status, texts), texts)
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/html; charset=utf-8',
    'content-language': texts.language,
    vary: 'accept-language',
  })
  response.end(request.method === 'HEAD' ? undefined : page)
}

function refusalOf({ method = '', headers: { host = '' }, url }: IncomingMessage) {
  // A page elsewhere may have its own name lead to this machine, and read what is here.
  if (!isThisMachine(host)) return { status: 421 }
  if (method !== 'GET' && method !== 'HEAD') {
    return { status: 405, headers: { allow: 'GET, HEAD' } }
  }
  return url === '/' ? undefined : { status: 404 }
}

const isThisMachine = (host: string) => /^(localhost|127\.0\.0\.1)(:\d+)?$/i.test(host)
