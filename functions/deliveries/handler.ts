import { deliver } from '../../shared/events/webhooks/deliver.ts'
import type { SenderEvent } from '../../shared/events/webhooks/deliveries.ts'
import { handOverDue } from '../../shared/events/webhooks/due.ts'
import { inInvokersShop } from '../../shared/platform/deployment/invoke-async.ts'

type Scheduled = { readonly source: 'aws.events' }

/** Begins nothing in the last minute of the five that it may run. */
const worksMs = 4 * 60_000

export const handler = (event: SenderEvent | Scheduled): Promise<void> =>
  'source' in event
    ? handOverDue(Date.now())
    : inInvokersShop(event, (work) => deliver(work, Date.now() + worksMs))
