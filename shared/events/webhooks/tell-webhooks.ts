import type { CommittedChange } from '../changes/committed-change.ts'
import { eventId, invokeSender, storeDelivery } from './deliveries.ts'
import { shopEventsOf } from './webhook-events.ts'
import { allWebhooks } from './webhooks.ts'

/**
 * Stores a delivery for each event of committed changes and each webhook that listens to it,
 * and hands those of each webhook to an execution that sends them. It may be repeated: the ids
 * of deliveries come from the changes.
 */
export async function tellWebhooks(changes: readonly CommittedChange[]): Promise<void> {
  const webhooks = (await allWebhooks()).filter(({ isEnabled }) => isEnabled)
  if (webhooks.length === 0) return
  const messages = (
    await Promise.all(
      changes.map(async (change) =>
        (
          await shopEventsOf(change)
        ).map(({ type, data }) => ({
          id: eventId(change.atMs, `${change.id}#${type}`),
          type,
          atMs: change.atMs,
          data,
        })),
      ),
    )
  ).flat()
  for (const { id, events } of webhooks) {
    const told = messages.filter(({ type }) => events.includes(type))
    if (told.length === 0) continue
    await Promise.all(told.map((message) => storeDelivery(id, message)))
    await invokeSender(
      id,
      told.map((message) => message.id),
    )
  }
}
