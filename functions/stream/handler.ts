import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import { noteBelowZero } from '../../shared/catalog/below-zero.ts'
import { owedIn, takeUnitsOwed } from '../../shared/catalog/units-owed.ts'
import {
  type Consumer,
  consumeStream,
} from '../../shared/events/changes/consume-stream.ts'
import { closeOnRights } from '../../shared/events/event-frames/close-on-rights.ts'
import { liveEvents } from '../../shared/events/event-frames/send-events.ts'
import { alertsOfChanges } from '../../shared/events/monitoring/alerts-of-changes.ts'
import { tellWebhooks } from '../../shared/events/webhooks/tell-webhooks.ts'
import { inShopOf } from '../../shared/platform/shops/in-shop-of.ts'
import { isOpenNow } from '../../shared/platform/shops/shop-records.ts'
import { tellKitchen } from '../../shared/selling/kitchen/tell-kitchen.ts'
import { worker } from './worker.ts'

/** Each learns of every change of the records that the worker follows. */
const consumers: readonly Consumer[] = [
  closeOnRights,
  liveEvents,
  alertsOfChanges,
  tellKitchen,
  { name: 'webhooks', consume: tellWebhooks },
  {
    name: 'units-owed',
    // A shop that moves takes them along, and its schedule takes them there
    consume: async (changes) => {
      const owed = owedIn(changes)
      if (owed.length > 0 && (await isOpenNow())) await takeUnitsOwed(owed)
    },
  },
  { name: 'below-zero', consume: noteBelowZero },
]

/** Serves the table's stream, in batches. */
export const handler = ({
  Records,
}: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
  consumeStream(Records, worker.follows, consumers, inShopOf)
