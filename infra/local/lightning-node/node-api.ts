import { Refusal } from './fields.ts'
import { isRestricted, operationOf } from './operations.ts'
import type { SimulatedNode } from './simulated-node.ts'

/** One HTTP request, its body read. */
export type Call = {
  method: string
  url: URL
  authorization: string | undefined
  contentType: string | undefined
  body: string
}

export type Answer = { status: number; contentType: string; body: string }

/** What the two passwords of the node open. */
export type Passwords = { full: string; limited: string }

/** Answers a call of the upstream API; refusals are plain text, as the node's are. */
export async function answer(
  node: SimulatedNode,
  passwords: Passwords,
  call: Call,
): Promise<Answer> {
  try {
    const path = call.url.pathname
    if (!isAllowed(passwords, path, call.authorization)) {
      const hint = 'use basic auth with the http password set in phoenix.conf'
      throw new Refusal(401, `Invalid authentication (${hint})`)
    }
    const found = operationOf(call.method, path)
    if (!found) throw new Refusal(404, 'Unknown endpoint (check api doc)')
    const given = { form: formOf(call), query: call.url.searchParams, id: found.id }
    return written(await found.operation(node, given))
  } catch (error) {
    if (error instanceof Refusal) return plain(error.status, error.message)
    if (error instanceof URIError) return plain(400, 'Bad request')
    throw error
  }
}

/** HTTP Basic with any user name; the limited password opens all but restricted paths. */
export function isAllowed(
  { full, limited }: Passwords,
  path: string,
  authorization: string | undefined,
): boolean {
  const [scheme, credentials = ''] = (authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'basic') return false
  const decoded = Buffer.from(credentials, 'base64').toString()
  const password = decoded.slice(decoded.indexOf(':') + 1)
  return password === full || (password === limited && !isRestricted(path))
}

function formOf({ method, contentType, body }: Call): URLSearchParams {
  if (method === 'GET' || body === '') return new URLSearchParams()
  if (!contentType?.startsWith('application/x-www-form-urlencoded')) {
    throw new Refusal(415, 'Unsupported Media Type')
  }
  return new URLSearchParams(body)
}

function written(result: unknown): Answer {
  if (typeof result === 'string') return plain(200, result)
  const body = JSON.stringify(result)
  return { status: 200, contentType: 'application/json; charset=UTF-8', body }
}

const plain = (status: number, body: string): Answer => ({
  status,
  contentType: 'text/plain; charset=UTF-8',
  body,
})
