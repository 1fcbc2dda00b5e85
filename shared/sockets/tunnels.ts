import { settings } from '../settings.ts'
import { type Connections, connectionsAt } from './connections.ts'

let opened: Connections | undefined

/** The connections of /ws/tunnel. */
export const tunnelConnections = (): Connections => {
  opened ??= connectionsAt(settings.tunnelEndpoint())
  return opened
}
