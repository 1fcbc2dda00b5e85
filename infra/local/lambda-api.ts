import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { atMost } from '../../shared/at-most.ts'
import type { Engine } from './engines/engine.ts'
import type { Invoke } from './gateway/invocation.ts'

/** Lambda queues asynchronous events, too. */
const eventsAtOnce = 8

/**
 * The one call of Lambda's API that functions make: an asynchronous invocation,
 * `POST /2015-03-31/functions/<name>/invocations`, accepted at once and run afterwards.
 */
export async function startLambdaApi(invoke: Invoke): Promise<Engine> {
  const inTurn = atMost(eventsAtOnce)
  const accept = async (request: IncomingMessage, response: ServerResponse) => {
    const [, name] = /\/functions\/([^/]+)\/invocations$/.exec(request.url ?? '') ?? []
    if (name === undefined) {
      response.writeHead(404).end()
      return
    }
    const event = await json(request).catch(() => null)
    response.writeHead(202).end()
    inTurn(() => invoke(decodeURIComponent(name), event)).catch((error: unknown) =>
      console.error(`${name}:`, error),
    )
  }
  const server = createServer((request, response) => void accept(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
