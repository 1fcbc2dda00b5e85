import { resources } from '../../platform/deployment/resources.ts'
import { cameByFrontDoor, frontDoorHeaders } from './front-door.ts'

/**
 * Returns the host that a viewer asked: the front door sends it with its secret; on one machine
 * it is the Host header. Undefined without either. Header names are in lower case.
 */
export async function viewerHost(
  headers: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const cameBy = await cameByFrontDoor(headers)
  if (cameBy) return headers[frontDoorHeaders.host]
  return cameBy === undefined && resources.isLocal() ? headers.host : undefined
}
