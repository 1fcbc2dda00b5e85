import { randomUUID } from 'node:crypto'
import { transactIfHolds } from '../../platform/dynamodb/transact.ts'
import { update } from '../../platform/dynamodb/write.ts'
import { type DeliveryRecord, forgetDue, storeDue } from './deliveries.ts'
import { isBusy, pauseAfter, retryAfterMs } from './retry-schedule.ts'
import { answerMs, isSuccess, type Outcome, send } from './send.ts'
import type { WebhookRecord } from './webhooks.ts'

/** Longer than an attempt takes: a claim that is older belongs to an execution that crashed. */
const claimMs = answerMs + 20_000

/** True if a delivery may be tried now: it is new or due, and no attempt is running. */
export const isReady = (
  { status, attempts, dueAtMs, claimedUntilMs = 0 }: DeliveryRecord,
  nowMs: number,
): boolean =>
  status === 'pending' && claimedUntilMs <= nowMs && (attempts === 0 || dueAtMs <= nowMs)

/** Outcome of an attempt, and the delivery if it waits for another. */
export type Attempt = { readonly outcome: Outcome; readonly waiting?: DeliveryRecord }

/**
 * Tries a delivery once; undefined when another execution makes the attempt. The writes are
 * ordered so that after a crash between any two of them the delivery is still due.
 */
export async function attempt(
  webhook: WebhookRecord,
  delivery: DeliveryRecord,
): Promise<Attempt | undefined> {
  const claim = randomUUID()
  if (!(await begin(delivery, claim))) return undefined
  const outcome = await send(webhook, delivery)
  const nowMs = Date.now()
  const known = { lastAttemptAtMs: nowMs, ...resultOf(outcome) }
  const pauseMs = nextPause(delivery, outcome, nowMs)
  if (pauseMs === undefined) {
    const status = isSuccess(outcome) ? 'delivered' : 'failed'
    await end(delivery, claim, { ...known, status })
    await forgetDue(delivery)
    return { outcome }
  }
  const { attempts, retry } = delivery
  const changes = { ...known, dueAtMs: nowMs + pauseMs, retry: retry + 1 }
  const waiting = { ...delivery, ...changes, attempts: attempts + 1 }
  await storeDue(waiting)
  await end(delivery, claim, changes)
  await forgetDue(delivery)
  return { outcome, waiting }
}

const begin = ({ pk, sk, attempts, dueAtMs }: DeliveryRecord, claim: string) =>
  transactIfHolds([
    update(
      { pk, sk },
      {
        set: { claim, claimedUntilMs: Date.now() + claimMs },
        add: { attempts: 1 },
        when: '#status = :pending AND #attempts = :read AND #dueAtMs = :dueAtMs',
        values: { pending: 'pending', read: attempts, dueAtMs },
      },
    ),
  ])

/** Stores a result, unless another execution has claimed the delivery meanwhile. */
const end = (
  { pk, sk }: DeliveryRecord,
  claim: string,
  changes: Readonly<Record<string, unknown>>,
) =>
  transactIfHolds([
    update(
      { pk, sk },
      {
        set: changes,
        remove: [
          'claimedUntilMs',
          ...['responseStatus', 'reason'].filter((name) => changes[name] === undefined),
        ],
        when: '#claim = :mine',
        values: { mine: claim },
      },
    ),
  ])

const resultOf = (outcome: Outcome) =>
  outcome.status === undefined
    ? { reason: outcome.reason }
    : { responseStatus: outcome.status }

/** Ms until the next attempt; undefined when none follows. */
function nextPause({ retry }: DeliveryRecord, outcome: Outcome, nowMs: number) {
  if (isSuccess(outcome) || outcome.status === 410) return undefined
  const wishedMs =
    outcome.status !== undefined && isBusy(outcome.status)
      ? retryAfterMs(outcome.retryAfter, nowMs)
      : 0
  return pauseAfter(retry, wishedMs)
}

/** Gives up a delivery to a webhook that is disabled. */
export async function giveUp(delivery: DeliveryRecord): Promise<void> {
  const { pk, sk, dueAtMs } = delivery
  await transactIfHolds([
    update(
      { pk, sk },
      { set: { status: 'failed' }, when: '#dueAtMs = :dueAtMs', values: { dueAtMs } },
    ),
  ])
  await forgetDue(delivery)
}
