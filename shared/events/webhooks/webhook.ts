import * as z from 'zod'
import { isoTime, nonBlank, recordId } from '../../platform/validation/fields.ts'

/** The events that webhooks send. */
export const webhookEvents = [
  'sale.completed',
  'sale.refunded',
  'order.settled',
  'order.cancelled',
  'payment.received',
  'stock.low',
  'shift.closed',
  'product.changed',
  'alert.raised',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

const url = nonBlank
  .max(2_000)
  .describe('An https URL on the public internet, such as https://books.example/sales')

const texts = {
  events: 'The events that are sent to it',
  isEnabled: 'Whether anything is sent to it',
  secret:
    '`whsec_` and a key in base64, with which deliveries are signed; it is shown this once',
} as const

const events = z
  .array(z.enum(webhookEvents))
  .min(1)
  .transform((names) => [...new Set(names)])
  .describe(texts.events)

/** Body of POST /webhooks. */
export const WebhookInput = z
  .object({ url, events })
  .meta({ id: 'WebhookInput', description: 'Where to send events, and which' })
export type WebhookInput = Readonly<z.output<typeof WebhookInput>>

/** Body of PUT /webhooks/{id}; undefined fields keep their values. */
export const WebhookChange = z
  .object({
    url: url.optional(),
    events: events.optional(),
    isEnabled: z.boolean().optional().describe(texts.isEnabled),
    newSecret: z
      .literal(true)
      .optional()
      .describe(
        'Gives it a new secret; the one before also signs for 24 hours, for the receiver to change',
      ),
  })
  .meta({
    id: 'WebhookChange',
    description: 'Fields that are left out keep their values',
  })
export type WebhookChange = Readonly<z.output<typeof WebhookChange>>

const status = z
  .int()
  .optional()
  .describe('HTTP status of the last attempt; left out without an answer')

/** A webhook on the wire. */
export const Webhook = z
  .object({
    id: recordId('the webhook'),
    url: z.string().describe('Where events are sent'),
    events: z.array(z.enum(webhookEvents)).describe(texts.events),
    isEnabled: z.boolean().describe(texts.isEnabled),
    createdAt: isoTime.describe('When it was created'),
    lastDeliveryAt: isoTime.optional().describe('When something was last sent'),
    lastStatus: status,
    failingSince: isoTime
      .optional()
      .describe(
        'Since when every attempt has failed; left out when the last one succeeded',
      ),
  })
  .meta({ id: 'Webhook', description: 'An address that events are sent to' })

const secret = z.string().describe(texts.secret)

/** Answer of POST /webhooks; nothing shows the secret again. */
export const CreatedWebhook = z
  .object({
    id: recordId('the webhook'),
    secret,
    message: z.literal('Webhook added successfully'),
  })
  .meta({ id: 'CreatedWebhook' })

/** Answer of PUT /webhooks/{id}. */
export const ChangedWebhook = z
  .object({
    id: recordId('the webhook'),
    secret: secret.optional(),
    message: z.literal('Webhook updated successfully'),
  })
  .meta({ id: 'ChangedWebhook' })

const deliveryId = z.string().describe('The `webhook-id` that it is sent with')

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const

/** A delivery on the wire. */
export const WebhookDelivery = z
  .object({
    id: deliveryId,
    type: z.string().describe('The event, or `webhook.test`'),
    status: z
      .enum(deliveryStatuses)
      .describe('`failed` once no attempt follows any more'),
    attempts: z.int().describe('How often it was sent, or tried to be'),
    createdAt: isoTime.describe('When it happened'),
    lastAttemptAt: isoTime.optional().describe('When it was last tried'),
    nextAttemptAt: isoTime.optional().describe('When it is tried next, if it is pending'),
    responseStatus: status,
    reason: z.string().optional().describe('Why the last attempt had no answer'),
  })
  .meta({ id: 'WebhookDelivery', description: 'An event on its way to a webhook' })

/** Answer of POST /webhooks/{id}/test and …/repeat. */
export const AcceptedDelivery = z
  .object({ id: deliveryId })
  .meta({ id: 'AcceptedDelivery', description: 'The delivery that is sent' })
