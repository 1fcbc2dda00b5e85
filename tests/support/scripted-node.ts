import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What a scripted node is asked; `form` is empty for reads. */
export type Asked = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly form: URLSearchParams
}

/** What it says: a text as it is, anything else as JSON; undefined cuts the connection. */
type Said = { readonly status?: number; readonly body: unknown } | undefined

export type ScriptedNode = Awaited<ReturnType<typeof startScriptedNode>>

/**
 * A node that says what a test has it say, right or wrong. A shop that is opened without
 * a node of its own asks it directly from then on.
 */
export async function startScriptedNode() {
  let script: (asked: Asked) => Said | Promise<Said> = () => undefined
  const asked: Asked[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname: path, searchParams: query } = new URL(
      request.url ?? '',
      'http://node',
    )
    const form = new URLSearchParams(await text(request))
    const call = { method: request.method ?? '', path, query, form }
    asked.push(call)
    const said = await script(call)
    if (said === undefined) response.destroy()
    else {
      const body = typeof said.body === 'string' ? said.body : JSON.stringify(said.body)
      response.writeHead(said.status ?? 200).end(body)
    }
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.env.NODE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    /** Every call since the script was set. */
    asked,
    says: (next: typeof script) => {
      script = next
      asked.length = 0
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
