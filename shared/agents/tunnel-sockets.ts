import { resources } from '../deployment/resources.ts'
import { type Connections, connectionsAt } from '../sockets/connections.ts'

let opened: Connections | undefined

/** The connections of /ws/tunnel; a frame of theirs may be a payment. */
export const tunnelConnections = (): Connections => {
  opened ??= connectionsAt(resources.tunnelEndpoint(), { once: true })
  return opened
}
