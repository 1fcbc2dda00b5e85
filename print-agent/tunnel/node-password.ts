import { type NodeTransport, wrongPassword } from '../../shared/lightning/transport.ts'

export type NodePassword = ReturnType<typeof nodePassword>

/** Remembers whether the node refused the agent's password at its last call. */
export function nodePassword() {
  let isRefused: boolean | undefined
  return {
    /** Undefined before the node's first answer. */
    isRefused: () => isRefused,
    /** The same transport, whose answers are remembered. */
    watched:
      (callNode: NodeTransport): NodeTransport =>
      async (request) => {
        const response = await callNode(request)
        isRefused = response.status === wrongPassword
        return response
      },
  }
}
