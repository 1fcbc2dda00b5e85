import type { Input, Route } from './route.ts'

/** A request as it is sent, the same bytes in every attempt. */
export type Request = {
  readonly method: string
  readonly path: string
  readonly body?: Encoded | undefined
  readonly idempotencyKey?: string | undefined
  readonly signal?: AbortSignal | undefined
}

type Encoded = { readonly type: string; readonly content: string | ArrayBuffer }

export async function requestOf(
  route: Route,
  input: Input,
  idempotencyKey?: string,
): Promise<Request> {
  return {
    method: route.method,
    path: pathOf(route, input),
    body: input.body === undefined ? undefined : await encoded(route, input.body),
    idempotencyKey,
    signal: input.signal,
  }
}

function pathOf({ path }: Route, { params = {}, query = {} }: Input): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size > 0 ? `${filled}?${search.toString()}` : filled
}

async function encoded({ isForm }: Route, body: unknown): Promise<Encoded> {
  if (!isForm) return { type: 'application/json', content: JSON.stringify(body) }
  const form = new FormData()
  for (const [name, files] of Object.entries(body as Record<string, Blob[]>)) {
    for (const file of files) form.append(name, file)
  }
  // fetch would choose another boundary in each attempt, and so send another request.
  const response = new Response(form)
  const type = response.headers.get('content-type') ?? ''
  return { type, content: await response.arrayBuffer() }
}
