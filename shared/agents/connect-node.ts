import { secret } from '../deployment/secrets.ts'
import { settings } from '../deployment/settings.ts'
import { directTransport } from '../lightning/direct.ts'
import { type LightningNode, lightningNode } from '../lightning/node.ts'
import type { NodeTransport } from '../lightning/transport.ts'
import { tunnelTransport } from './tunnel-transport.ts'

let connected: LightningNode | undefined

/** The shop's node: at its own address when the deployment has one, else by the tunnel. */
export function connectNode(): LightningNode {
  const nodeUrl = settings.nodeUrl()
  connected ??= lightningNode(nodeUrl ? direct(nodeUrl) : tunnelTransport())
  return connected
}

/** The password is asked for at each call, so that a changed one is taken up. */
const direct =
  (nodeUrl: string): NodeTransport =>
  async (request) =>
    directTransport(nodeUrl, await secret('node-password'))(request)
