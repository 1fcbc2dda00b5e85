import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import { type Consumer, consumeStream } from '../../shared/events/consume-stream.ts'
import { closeOnRights } from '../../shared/live-events/close-on-rights.ts'
import { liveEvents } from '../../shared/live-events/send-events.ts'
import { alertsOfChanges } from '../../shared/monitoring/alerts-of-changes.ts'
import { inShopOf } from '../../shared/shops/in-shop-of.ts'
import { tellWebhooks } from '../../shared/webhooks/tell-webhooks.ts'
import { worker } from './worker.ts'

/** Each learns of every change of the records that the worker follows. */
const consumers: readonly Consumer[] = [
  closeOnRights,
  liveEvents,
  alertsOfChanges,
  { name: 'webhooks', consume: tellWebhooks },
]

/** Serves the table's stream, in batches. */
export const handler = ({
  Records,
}: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
  consumeStream(Records, worker.follows, consumers, inShopOf)
