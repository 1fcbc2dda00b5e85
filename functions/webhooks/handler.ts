import * as deliveries from '../../shared/events/webhooks/deliveries.ts'
import { clearFailing } from '../../shared/events/webhooks/health.ts'
import * as webhooks from '../../shared/events/webhooks/webhooks.ts'
import { required } from '../../shared/failure.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ page }) =>
    (await webhooks.allWebhooks(page)).map(webhooks.webhookOnWire),

  create: async ({ body, caller, request: { nowMs } }) => ({
    ...(await webhooks.createWebhook(body, caller, nowMs)),
    message: 'Webhook added successfully' as const,
  }),

  update: async ({ params, body, caller, request: { nowMs } }) => {
    const changed = await webhooks.changeWebhook(params.id, body, caller, nowMs)
    if (body.isEnabled) await clearFailing(changed.id, nowMs)
    return { ...changed, message: 'Webhook updated successfully' as const }
  },

  remove: async ({ params, request: { nowMs } }) => {
    await webhooks.deleteWebhook(params.id)
    await clearFailing(params.id, nowMs)
  },

  test: async ({ params, request: { nowMs } }) => {
    const { id } = await webhooks.requireEnabled(params.id)
    return deliveries.sendTest(id, nowMs)
  },

  deliveries: async ({ params, page, request: { nowMs } }) => {
    const { id } = required(await webhooks.findWebhook(params.id))
    return deliveries.listDeliveries(id, nowMs, page)
  },

  repeat: async ({ params, request: { nowMs } }) => {
    const { id } = await webhooks.requireEnabled(params.id)
    return deliveries.repeatDelivery(id, params.deliveryId, nowMs)
  },
})
