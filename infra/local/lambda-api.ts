import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { limitConcurrency } from '../../shared/limit-concurrency.ts'
import type { Engine } from './engines/dynoxide.ts'
import type { Invoke } from './gateway/invocation.ts'
import { keptAlive, listen, refusesForeignHost } from './local-server.ts'

/** The concurrency limit of a new AWS account. */
const defaultConcurrency = 10

/**
 * Serves asynchronous invocations, the only call of Lambda's API that functions make.
 * Each function has its own queue and concurrency limit.
 */
export async function startLambdaApi(
  invoke: Invoke,
  { concurrency = defaultConcurrency, port = 0 } = {},
): Promise<Engine> {
  const queues = new Map<string, ReturnType<typeof limitConcurrency>>()
  const queueOf = (name: string) => {
    const queue = queues.get(name) ?? limitConcurrency(concurrency)
    queues.set(name, queue)
    return queue
  }
  const accept = async (request: IncomingMessage, response: ServerResponse) => {
    const [, name] = /\/functions\/([^/]+)\/invocations$/.exec(request.url ?? '') ?? []
    if (name === undefined) {
      response.writeHead(404).end()
      return
    }
    const event = await json(request).catch(() => null)
    response.writeHead(202).end()
    const functionName = decodeURIComponent(name)
    queueOf(functionName)(() => invoke(functionName, event)).catch((error: unknown) =>
      console.error(`${name}:`, error),
    )
  }
  const server = createServer(keptAlive, (request, response) => {
    if (!refusesForeignHost(request, response)) void accept(request, response)
  })
  const { url, close } = await listen(server, port)
  return { endpoint: url, close }
}
