/** One call of the upstream API; `path` holds the query too, `form` is null for reads. */
export type NodeRequest = {
  method: 'GET' | 'POST'
  path: string
  form: Readonly<Record<string, string>> | null
}

/** What the node answered, whatever its status. */
export type NodeResponse = { status: number; body: string }

/** Carries a request to the node. Throws NodeUnreachable when no answer comes back. */
export type NodeTransport = (request: NodeRequest) => Promise<NodeResponse>

/**
 * No answer came from the node. `sent` is false only when the request certainly never
 * left: a payment that was sent may have been made although nobody heard of it.
 */
export class NodeUnreachable extends Error {
  readonly sent: boolean

  constructor(sent: boolean, options?: ErrorOptions) {
    super(sent ? 'the node did not answer' : 'the node could not be reached', options)
    this.name = 'NodeUnreachable'
    this.sent = sent
  }
}
