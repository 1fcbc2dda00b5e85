import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { transactIfHolds } from '../../platform/dynamodb/transact.ts'
import { update } from '../../platform/dynamodb/write.ts'
import { isOpenNow } from '../../platform/shops/shop-records.ts'
import { attempt, giveUp, isReady } from './attempt.ts'
import {
  type DeliveryRecord,
  type DueDelivery,
  forgetDeliveryOf,
  pendingDeliveries,
  readDeliveries,
  type SenderEvent,
} from './deliveries.ts'
import { noteResults } from './health.ts'
import { isBusy } from './retry-schedule.ts'
import { answerMs } from './send.ts'
import { findWebhook, webhookKey } from './webhooks.ts'

/** Deliveries that a webhook gets at the same time. */
const atOnce = 10

/** Lifetime of an execution's claim on a webhook; each round renews it. */
const busyMs = answerMs + 25_000

/** Interval at which it looks for new events while waiting for the first retry. */
const lookMs = 1_000

/** An execution waits for retries that are due within this time, as the first one is. */
const waitedMs = 7_000

/** Age up to which an execution looks for events that came while it was busy. */
const recentMs = 2 * 60_000

/**
 * Sends a webhook the deliveries that are ready, those of the event and new ones, until none is
 * left or `untilMs` (Unix ms). One execution at a time works for a webhook: others return, and
 * it finds their deliveries, or the schedule does a minute later.
 */
export async function deliver(event: SenderEvent, untilMs: number): Promise<void> {
  const { webhookId } = event
  if (!(await findWebhook(webhookId))) return forgetAll(event.dues)
  let work = event
  do {
    const holder = randomUUID()
    if (!(await take(webhookId, holder))) return
    let isOverloaded = false
    try {
      isOverloaded = await sendAll(work, holder, untilMs)
    } finally {
      // An overloaded receiver gets a rest: nobody may claim its webhook until this claim expires
      if (!isOverloaded) await release(webhookId, holder)
    }
    if (isOverloaded) return
    work = { webhookId, deliveryIds: [] }
    // An execution that found the webhook claimed has stored its deliveries before
  } while (Date.now() < untilMs && (await recentDeliveries(webhookId)).length > 0)
}

/** Returns whether the receiver says that it is overloaded. */
async function sendAll(
  { webhookId, deliveryIds, dues = [] }: SenderEvent,
  holder: string,
  untilMs: number,
): Promise<boolean> {
  const found = await readDeliveries(webhookId, deliveryIds)
  const named = found.filter((each) => each !== undefined)
  await forgetOvertaken(dues, named)
  let queue = [...named, ...(await recentDeliveries(webhookId))]
  while (Date.now() < untilMs && (await take(webhookId, holder))) {
    const webhook = await findWebhook(webhookId)
    queue = distinct(queue).filter((each) => isReady(each, Date.now() + waitedMs))
    if (!webhook?.isEnabled) {
      await giveUpAll(queue)
      return false
    }
    const round = queue.filter((each) => isReady(each, Date.now())).slice(0, atOnce)
    const attempts = (
      await Promise.all(round.map((delivery) => attempt(webhook, delivery)))
    ).filter((each) => each !== undefined)
    const outcomes = attempts.map(({ outcome }) => outcome)
    await noteResults(webhook, outcomes)
    if (outcomes.some(({ status }) => isBusy(status))) return true
    const left = queue.filter((each) => !round.includes(each))
    queue = [
      ...left,
      ...attempts.flatMap(({ waiting }) => waiting ?? []),
      // Reads all deliveries of the last minutes, so not while some are ready to send
      ...(left.some((each) => isReady(each, Date.now()))
        ? []
        : await recentDeliveries(webhookId)),
    ].filter((each) => isReady(each, Date.now() + waitedMs))
    if (queue.length === 0) return false
    await sleep(Math.min(msUntilReady(queue), lookMs))
  }
  return false
}

/** Deliveries of the last minutes that are ready: new ones, and those somebody asked to repeat. */
const recentDeliveries = (webhookId: string) =>
  pendingDeliveries(webhookId, Date.now() - recentMs).then((found) =>
    found.filter((each) => isReady(each, Date.now())),
  )

const distinct = (deliveries: readonly DeliveryRecord[]) => [
  ...new Map(deliveries.map((each) => [each.id, each])).values(),
]

const msUntilReady = (deliveries: readonly DeliveryRecord[]) =>
  Math.max(
    0,
    Math.min(
      ...deliveries.map(({ attempts, dueAtMs, claimedUntilMs = 0 }) =>
        attempts === 0 ? 0 : Math.max(dueAtMs, claimedUntilMs) - Date.now(),
      ),
    ),
  )

/** Deletes due times that no longer apply: the delivery has ended, or is due at another time. */
async function forgetOvertaken(
  dues: readonly DueDelivery[],
  deliveries: readonly DeliveryRecord[],
): Promise<void> {
  const waiting = deliveries.filter(({ status }) => status === 'pending')
  const isCurrent = ({ deliveryId, dueAtMs }: DueDelivery) =>
    waiting.some((each) => each.id === deliveryId && each.dueAtMs === dueAtMs)
  await forgetAll(dues.filter((due) => !isCurrent(due)))
}

async function forgetAll(dues: readonly DueDelivery[] = []): Promise<void> {
  for (const due of dues) await forgetDeliveryOf(due)
}

async function giveUpAll(deliveries: readonly DeliveryRecord[]): Promise<void> {
  for (const delivery of deliveries) await giveUp(delivery)
}

/**
 * Claims the webhook for an execution. False while another holds it, and when it was deleted.
 * A shop that is suspended or moves sends nothing: its deliveries wait, or move with it.
 */
const take = async (webhookId: string, holder: string): Promise<boolean> =>
  (await isOpenNow()) &&
  transactIfHolds([
    update(webhookKey(webhookId), {
      set: { busyWith: holder, busyUntilMs: Date.now() + busyMs },
      when: '#busyWith = :holder OR attribute_not_exists(#busyUntilMs) OR #busyUntilMs < :nowMs',
      values: { holder, nowMs: Date.now() },
    }),
  ])

const release = (webhookId: string, holder: string): Promise<boolean> =>
  transactIfHolds([
    update(webhookKey(webhookId), {
      remove: ['busyUntilMs', 'busyWith'],
      when: '#busyWith = :holder',
      values: { holder },
    }),
  ])
