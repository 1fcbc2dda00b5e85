import { fanOut } from '../../lightning/payments-feed/fan-out.ts'
import { askedVersion } from '../../selling/till-data/version.ts'
import type { EventFrame } from './event-frame.ts'

/** Tells the version of /till-data again, as a frame that told of a change may be lost. */
export async function tellVersion(atMs: number): Promise<void> {
  const version = await askedVersion()
  if (version === undefined) return
  const frame: EventFrame = {
    type: 'catalogue.version',
    id: version,
    version,
    at: atMs,
    eventId: `${version}-${atMs}`,
  }
  await fanOut({ frame, atMs })
}
