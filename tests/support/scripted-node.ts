import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A call to a scripted node; `form` is empty for reads. */
export type NodeCall = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly form: URLSearchParams
}

/**
 * Answer of the node: text as it is, anything else as JSON; undefined closes the connection.
 */
type NodeAnswer = { readonly status?: number; readonly body: unknown } | undefined

export type ScriptedNode = Awaited<ReturnType<typeof startScriptedNode>>

/**
 * Starts a node that answers what a test tells it to, right or wrong. A shop that is opened
 * without a node of its own calls this one from then on.
 */
export async function startScriptedNode() {
  let script: (call: NodeCall) => NodeAnswer | Promise<NodeAnswer> = () => undefined
  const calls: NodeCall[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname: path, searchParams: query } = new URL(
      request.url ?? '',
      'http://node',
    )
    const form = new URLSearchParams(await text(request))
    const call = { method: request.method ?? '', path, query, form }
    calls.push(call)
    const answer = await script(call)
    if (answer === undefined) response.destroy()
    else {
      const body =
        typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
      response.writeHead(answer.status ?? 200).end(body)
    }
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { NODE_URL: before } = process.env
  process.env.NODE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    /** Every call since the script was set. */
    calls,
    answerWith: (next: typeof script) => {
      script = next
      calls.length = 0
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      if (before === undefined) delete process.env.NODE_URL
      else process.env.NODE_URL = before
    },
  }
}
