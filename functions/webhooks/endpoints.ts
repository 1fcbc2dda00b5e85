import {
  AcceptedDelivery,
  ChangedWebhook,
  CreatedWebhook,
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookInput,
} from '../../shared/events/webhooks/webhook.ts'
import { del, get, group, post, put } from '../../shared/platform/http/endpoint.ts'
import { message } from '../../shared/platform/http/problem.ts'
import { json, list, noContent } from '../../shared/platform/http/reply.ts'

const access = 'administrator'
const audited = { access, audit: ['webhook'] } as const
const problems = { notFound: message(404, 'Webhook not found') }
const ofDelivery = { notFound: message(404, 'Webhook or delivery not found') }

/** Addresses that events are sent to. */
export const endpoints = group(
  'webhooks',
  ['table', 'token-key', 'delivery-key', 'deliveries'],
  {
    list: get('/webhooks', {
      summary: 'Lists the webhooks, oldest first',
      access,
      reply: list(Webhook),
    }),
    create: post('/webhooks', {
      summary: 'Creates a webhook; its secret is shown once',
      ...audited,
      // A stored response would keep the secret
      repeat: 'no-key',
      body: WebhookInput,
      reply: json(CreatedWebhook, 201),
      failures: ['tooManyWebhooks'],
    }),
    update: put('/webhooks/{id}', {
      summary: 'Changes a webhook, or gives it a new secret',
      ...audited,
      body: WebhookChange,
      reply: json(ChangedWebhook),
      problems,
    }),
    remove: del('/webhooks/{id}', {
      summary: 'Deletes a webhook: nothing is sent to it any more',
      ...audited,
      reply: noContent,
      problems,
    }),
    test: post('/webhooks/{id}/test', {
      summary: 'Sends a webhook an event that says nothing',
      access,
      notAudited: 'nothing of the shop is sent',
      reply: json(AcceptedDelivery, 202),
      problems,
      failures: ['webhookDisabled'],
    }),
    deliveries: get('/webhooks/{id}/deliveries', {
      summary: 'Lists what was sent to a webhook in the last 30 days, newest first',
      access,
      reply: list(WebhookDelivery),
      problems,
    }),
    repeat: post('/webhooks/{id}/deliveries/{deliveryId}/repeat', {
      summary: 'Sends a delivery again',
      access,
      notAudited: 'sends what the webhook was told, or was to be told',
      reply: json(AcceptedDelivery, 202),
      problems: ofDelivery,
      failures: ['webhookDisabled'],
    }),
  },
  { keptWarm: false },
)
