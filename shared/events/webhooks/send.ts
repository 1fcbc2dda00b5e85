import {
  type Network,
  OutboundError,
  postOutside,
} from '../../platform/outbound/outbound.ts'
import { bodyOf, type DeliveryRecord } from './deliveries.ts'
import { networkFor } from './network.ts'
import { signatures } from './signature.ts'
import type { WebhookRecord } from './webhooks.ts'

/** Time that a receiver may take, from resolving its name to the answer's head. */
export const answerMs = 20_000

/** Outcome of an attempt: an answer, or the reason for none. */
export type Outcome =
  | { readonly status: number; readonly retryAfter?: string | undefined }
  | { readonly status?: undefined; readonly reason: string }

export const isSuccess = ({ status }: Outcome): boolean =>
  status !== undefined && status >= 200 && status < 300

/** Sends a delivery once, signed by Standard Webhooks. */
export async function send(
  webhook: WebhookRecord,
  delivery: DeliveryRecord,
  network: Network = networkFor(webhook.url),
): Promise<Outcome> {
  const nowMs = Date.now()
  const timestamp = Math.floor(nowMs / 1_000)
  const body = await bodyOf(delivery)
  const content = { messageId: delivery.id, timestamp, body }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'lightning-pos',
    'webhook-id': delivery.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': await signatures(webhook, content, nowMs),
  }
  try {
    return await postOutside(webhook.url, { headers, body }, answerMs, network)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { reason: error.message }
  }
}
