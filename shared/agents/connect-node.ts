import { verifyWithSecret } from '../deployment/secrets.ts'
import { settings } from '../deployment/settings.ts'
import { directTransport } from '../lightning/direct.ts'
import { type LightningNode, lightningNode } from '../lightning/node.ts'
import type { NodeResponse, NodeTransport } from '../lightning/transport.ts'
import { tunnelTransport } from './tunnel-transport.ts'

/** The shop's node: called at `nodeUrl` when that option is set, else through the tunnel. */
export function connectNode(): LightningNode {
  const nodeUrl = settings.nodeUrl()
  return lightningNode(nodeUrl ? direct(nodeUrl) : tunnelTransport())
}

/**
 * A node that refuses the password has done nothing, so the call is made again when there is
 * a new password.
 */
const direct =
  (nodeUrl: string): NodeTransport =>
  async (request) => {
    let refused: NodeResponse = { status: 401, body: '' }
    const accepted = await verifyWithSecret('node-password', async ([password = '']) => {
      const answer = await directTransport(nodeUrl, password)(request)
      if (answer.status !== 401) return answer
      refused = answer
      return undefined
    })
    return accepted ?? refused
  }
