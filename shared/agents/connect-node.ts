import { furtherShop } from '../current-shop.ts'
import type { LightningNode } from '../lightning/node/node.ts'
import {
  directTransport,
  wrongPassword,
} from '../lightning/node/phoenixd/direct-transport.ts'
import { phoenixd } from '../lightning/node/phoenixd/phoenixd.ts'
import type { NodeResponse, NodeTransport } from '../lightning/node/transport.ts'
import { verifyWithSecret } from '../platform/deployment/secrets.ts'
import { settings } from '../platform/deployment/settings.ts'
import type { AgentRecord } from './agents.ts'
import { servesNode } from './tunnel-connections.ts'
import { tunnelTransport } from './tunnel-transport.ts'

/**
 * Returns the URL of the main shop's node if it is called directly; empty for a tunnel,
 * and in other shops.
 */
const directUrl = () => (furtherShop() ? '' : settings.nodeUrl())

/** True if the cloud calls the shop's node directly, so that no agent reports its payments. */
export const isNodeDirect = (): boolean => directUrl() !== ''

/** True if the shop has a node: one that is called directly, or an agent that serves one. */
export const hasNode = (agents: readonly AgentRecord[]): boolean =>
  isNodeDirect() || agents.some(servesNode)

/**
 * The shop's node: the main shop's is called at `nodeUrl` when that option is set, any other
 * through the tunnel. A call takes 25 s at most unless a limit in ms is given.
 */
export function connectNode(timeoutMs?: number): LightningNode {
  const nodeUrl = directUrl()
  return phoenixd(nodeUrl ? direct(nodeUrl, timeoutMs) : tunnelTransport(timeoutMs))
}

/** Reads an answer of the node that has come already: whatever is called has this response. */
export const nodeOfAnswer = (answer: NodeResponse): LightningNode =>
  phoenixd(async () => answer)

/** A node that refuses the password has done nothing, so the next password is tried. */
const direct =
  (nodeUrl: string, timeoutMs: number | undefined): NodeTransport =>
  async (request) => {
    let refused: NodeResponse = { status: wrongPassword, body: '' }
    const accepted = await verifyWithSecret('node-password', async ([password = '']) => {
      const answer = await directTransport(nodeUrl, password, timeoutMs)(request)
      if (answer.status !== wrongPassword) return answer
      refused = answer
      return undefined
    })
    return accepted ?? refused
  }
