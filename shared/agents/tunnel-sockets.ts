import { resources } from '../platform/deployment/resources.ts'
import { type Connections, connectionsAt } from '../platform/sockets/connections.ts'

let opened: Connections | undefined

/** The connections of /ws/tunnel. A frame may be a payment, so none is sent twice. */
export const tunnelConnections = (): Connections => {
  opened ??= connectionsAt(resources.tunnelEndpoint(), { once: true })
  return opened
}
