import { logger } from '../../logger.ts'
import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import { transactIfHolds } from '../../platform/dynamodb/transact.ts'
import { update } from '../../platform/dynamodb/write.ts'
import { clearAlertOf, raiseAlert } from '../alerts/alerts.ts'
import { isSuccess, type Outcome } from './send.ts'
import { type WebhookRecord, webhookKey } from './webhooks.ts'

/** A webhook that has failed for so long is not sent to any more. */
const failingMs = 5 * 24 * 60 * 60_000

/**
 * Keeps the outcomes of a round at the webhook, and disables a webhook that answered 410
 * or has failed for five days.
 */
export async function noteResults(
  { id, failingSinceMs, url }: WebhookRecord,
  outcomes: readonly Outcome[],
): Promise<void> {
  const last = outcomes.at(-1)
  if (!last) return
  const nowMs = Date.now()
  const succeeded = outcomes.some(isSuccess)
  const isGone = outcomes.some(({ status }) => status === 410)
  const sinceMs = failingSinceMs ?? nowMs
  const isDead = isGone || (!succeeded && nowMs - sinceMs >= failingMs)
  const shown = succeeded ? outcomes.findLast(isSuccess) : last
  const isKept = await transactIfHolds([
    update(webhookKey(id), {
      set: {
        lastDeliveryAtMs: nowMs,
        lastStatus: shown?.status,
        ...(!succeeded && { failingSinceMs: sinceMs }),
        ...(isDead && { isEnabled: false }),
      },
      remove: [
        ...(succeeded ? ['failingSinceMs'] : []),
        ...(shown?.status === undefined ? ['lastStatus'] : []),
      ],
    }),
    isDead &&
      insertAuditEntry({
        kind: 'webhook',
        userId: '',
        subject: { id, name: url },
        before: { isEnabled: true },
        after: { isEnabled: false, reason: isGone ? 'gone' : 'failing for five days' },
      }),
  ])
  // Deleted meanwhile: nobody could clear an alert about it
  if (!isKept) return
  if (isDead) {
    logger.error('webhook-disabled', { webhookId: id })
    await raiseAlert({ ...alertOf(id), details: { webhookId: id, url } }, nowMs)
  } else if (succeeded && failingSinceMs !== undefined) await clearFailing(id, nowMs)
}

const alertOf = (id: string) => ({ kind: 'webhook_failing' as const, subject: id })

/** Clears the alert about a webhook that works, was enabled again or is gone. */
export const clearFailing = (id: string, nowMs: number) =>
  clearAlertOf(alertOf(id), nowMs)
