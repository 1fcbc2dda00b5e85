import { resources } from '../../platform/deployment/resources.ts'
import { cameByFrontDoor, frontDoorHeaders } from './front-door.ts'

/**
 * The host that a viewer asked: the front door says it behind its secret; on one machine it
 * is the Host header. Undefined when neither says it. Header names are in lower case.
 */
export async function viewerHost(
  headers: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const cameBy = await cameByFrontDoor(headers)
  if (cameBy) return headers[frontDoorHeaders.host]
  return cameBy === undefined && resources.isLocal() ? headers.host : undefined
}
