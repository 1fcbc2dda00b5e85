/** One call of the node's API; `path` includes the query, `form` is null for reads. */
export type NodeRequest = {
  method: 'GET' | 'POST'
  path: string
  form: Readonly<Record<string, string>> | null
}

/** The node's response, of any status. */
export type NodeResponse = { status: number; body: string }

/** Sends a request to the node. Throws NodeUnreachable when no response arrives. */
export type NodeTransport = (request: NodeRequest) => Promise<NodeResponse>

/**
 * No response came from the node. `sent` is false only when the request was certainly not
 * sent: a payment that was sent may have been made although its response is lost.
 */
export class NodeUnreachable extends Error {
  readonly sent: boolean

  constructor(sent: boolean, options?: ErrorOptions) {
    super(sent ? 'the node did not answer' : 'the node could not be reached', options)
    this.name = 'NodeUnreachable'
    this.sent = sent
  }
}
