import { secret } from '../deployment/secrets.ts'
import { settings } from '../deployment/settings.ts'
import { directTransport } from '../lightning/direct.ts'
import { type LightningNode, lightningNode } from '../lightning/node.ts'
import type { NodeTransport } from '../lightning/transport.ts'
import { tunnelTransport } from './tunnel-transport.ts'

/** The shop's node: called at `nodeUrl` when that option is set, else through the tunnel. */
export function connectNode(): LightningNode {
  const nodeUrl = settings.nodeUrl()
  return lightningNode(nodeUrl ? direct(nodeUrl) : tunnelTransport())
}

/** The password is read at each call, so that a rotated one is used. */
const direct =
  (nodeUrl: string): NodeTransport =>
  async (request) =>
    directTransport(nodeUrl, await secret('node-password'))(request)
