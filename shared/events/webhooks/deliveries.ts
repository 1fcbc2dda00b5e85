import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { currentShop, inDeployment } from '../../current-shop.ts'
import { required } from '../../failure.ts'
import { invokeAsync } from '../../platform/deployment/invoke-async.ts'
import { resources } from '../../platform/deployment/resources.ts'
import {
  hashed,
  type Item,
  idInKey,
  type Key,
  sortableMs,
} from '../../platform/dynamodb/keys.ts'
import type { Page } from '../../platform/dynamodb/page.ts'
import { read, readAll, readMany } from '../../platform/dynamodb/read.ts'
import { putIfAbsent, transact } from '../../platform/dynamodb/transact.ts'
import { deleteIfPresent, update } from '../../platform/dynamodb/write.ts'
import { isoSeconds, isoSecondsIfAny } from '../../platform/time/iso.ts'
import type { deliveryStatuses } from './webhook.ts'

/**
 * An event on its way to a webhook. Its id is the event's, which sorts by time and is the same
 * for every webhook, so a stream that is read again makes no second one.
 */
export type DeliveryRecord = Item & {
  readonly id: string
  readonly webhookId: string
  readonly type: string
  /** The body, compressed by gzip. */
  readonly payload: Uint8Array
  readonly atMs: number
  readonly status: (typeof deliveryStatuses)[number]
  readonly attempts: number
  /** The place in the schedule of retries. */
  readonly retry: number
  /**
   * Time of the next attempt, in Unix ms; for a new delivery, time of a check that it was
   * tried.
   */
  readonly dueAtMs: number
  /** The attempt that is running, and until when nobody else may begin one. */
  readonly claim?: string
  readonly claimedUntilMs?: number
  readonly lastAttemptAtMs?: number
  readonly responseStatus?: number
  readonly reason?: string
  /** Unix seconds */
  readonly expiresAt: number
}

const keptMs = 30 * 24 * 60 * 60_000

/** A new delivery is sent at once; one whose sender has died is found after this time. */
const unsentAfterMs = 60_000

const partitionOf = (webhookId: string) => `WEBHOOK-DELIVERY#${idInKey(webhookId)}`

/** An id from a client may be any text: one that none has is not found. */
const deliveryKey = (webhookId: string, id: string): Key => ({
  pk: partitionOf(webhookId),
  sk: /^msg_\d{13}_[\w-]{22}$/.test(id) ? id : '-',
})

/** The id of an event: the same each time for the same cause. */
export const eventId = (atMs: number, cause: string): string =>
  idOf(atMs, hashed(cause).slice(0, 22))

const idOf = (atMs: number, unique: string) => `msg_${sortableMs(atMs)}_${unique}`

/** An event as it is sent. */
export type WebhookMessage = {
  readonly id: string
  readonly type: string
  readonly atMs: number
  readonly data: unknown
}

const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** The body of a delivery, as it is signed and sent. */
export const bodyOf = async ({ payload }: DeliveryRecord): Promise<string> =>
  (await decompress(payload)).toString('utf8')

/**
 * Stores a delivery, once for each event and webhook, and the time to look after it. The
 * due record comes last: an interrupted caller that repeats the work completes it.
 */
export async function storeDelivery(
  webhookId: string,
  { id, type, atMs, data }: WebhookMessage,
): Promise<void> {
  const body = { type, timestamp: new Date(atMs).toISOString(), data }
  const delivery: DeliveryRecord = {
    ...deliveryKey(webhookId, id),
    id,
    webhookId,
    type,
    payload: await compress(JSON.stringify(body)),
    atMs,
    status: 'pending',
    attempts: 0,
    retry: 0,
    dueAtMs: atMs + unsentAfterMs,
    expiresAt: Math.ceil((atMs + keptMs) / 1_000),
  }
  await putIfAbsent(delivery)
  await storeDue(delivery)
}

/** Sends a webhook an event that says nothing, for POST /webhooks/{id}/test. */
export async function sendTest(webhookId: string, nowMs: number) {
  const id = idOf(nowMs, randomBytes(16).toString('base64url'))
  const message = { id, type: 'webhook.test', atMs: nowMs, data: { webhookId } }
  await storeDelivery(webhookId, message)
  await invokeSender(webhookId, [id])
  return { id }
}

/** Sends a delivery again, whatever has become of it. Throws `notFound`. */
export async function repeatDelivery(webhookId: string, id: string, nowMs: number) {
  const delivery = required(await findDelivery(webhookId, id))
  await storeDue({ ...delivery, dueAtMs: nowMs })
  await transact([
    update(delivery, {
      set: { status: 'pending', retry: 0, dueAtMs: nowMs },
      // An attempt that is running counts no more
      remove: ['claim', 'claimedUntilMs'],
    }),
  ])
  await invokeSender(webhookId, [id])
  return { id }
}

const findDelivery = (webhookId: string, id: string) =>
  read<DeliveryRecord>(deliveryKey(webhookId, id))

/** Deliveries by their ids; undefined where there is none. */
export const readDeliveries = (webhookId: string, ids: readonly string[]) =>
  readMany<DeliveryRecord[]>(ids.map((id) => deliveryKey(webhookId, id)))

/** Deliveries of events since a moment that have not ended. */
export const pendingDeliveries = (webhookId: string, sinceMs: number) =>
  readAll<DeliveryRecord>({
    pk: partitionOf(webhookId),
    between: [idOf(sinceMs, ''), 'msg_~'],
    where: ({ status }: DeliveryRecord) => status === 'pending',
  })

/** The deliveries of a webhook, newest first, as clients read them. */
export async function listDeliveries(webhookId: string, nowMs: number, page?: Page) {
  const found = await readAll<DeliveryRecord>(
    {
      pk: partitionOf(webhookId),
      newestFirst: true,
      where: ({ expiresAt }: DeliveryRecord) => expiresAt * 1_000 > nowMs,
    },
    page,
  )
  return found.map(({ atMs, lastAttemptAtMs, dueAtMs, ...delivery }) => ({
    ...delivery,
    createdAt: isoSeconds(atMs),
    lastAttemptAt: isoSecondsIfAny(lastAttemptAtMs),
    nextAttemptAt: delivery.status === 'pending' ? isoSeconds(dueAtMs) : undefined,
  }))
}

/**
 * Time to look after a delivery, for all shops in one partition of the deployment, so
 * that one query finds the due ones. A due record with another time than its delivery has
 * been overtaken.
 */
export type DueRecord = Item & DueDelivery & { readonly expiresAt: number }

export type DueDelivery = {
  readonly shop: string
  readonly webhookId: string
  readonly deliveryId: string
  readonly dueAtMs: number
}

const dueKey = ({ shop, webhookId, deliveryId, dueAtMs }: DueDelivery): Key => ({
  pk: 'WEBHOOK-DUE',
  sk: `${sortableMs(dueAtMs)}#${shop}#${webhookId}#${deliveryId}`,
})

type Waiting = Pick<DeliveryRecord, 'webhookId' | 'id' | 'dueAtMs'>

const dueOf = ({ webhookId, id, dueAtMs }: Waiting): DueDelivery => ({
  shop: currentShop().id,
  webhookId,
  deliveryId: id,
  dueAtMs,
})

/** Builds the due record of a delivery of the current shop. */
function dueRecord(delivery: Waiting): DueRecord {
  const due = dueOf(delivery)
  const expiresAt = Math.ceil((due.dueAtMs + keptMs) / 1_000)
  return { ...dueKey(due), ...due, expiresAt }
}

/** Stores when to look after a delivery of the current shop; may be repeated. */
export async function storeDue(delivery: Waiting): Promise<void> {
  const due = dueRecord(delivery)
  await inDeployment(() => putIfAbsent(due))
}

/** Returns the due record of an imported record, if that is a delivery that waits. */
export function dueOfBrought(item: Item): DueRecord | undefined {
  const delivery = item as DeliveryRecord
  const isDelivery = item.pk === partitionOf(String(delivery.webhookId))
  return isDelivery && delivery.status === 'pending' ? dueRecord(delivery) : undefined
}

/**
 * Removes the due record of a delivery of the current shop: nobody needs to look after it
 * any more.
 */
export const forgetDue = (delivery: Waiting): Promise<void> =>
  forgetDeliveryOf(dueOf(delivery))

export const forgetDeliveryOf = (due: DueDelivery): Promise<void> =>
  inDeployment(() => transact([deleteIfPresent(dueKey(due))]))

/** Returns the due deliveries of all shops of the deployment; one query. */
export const dueDeliveries = (nowMs: number): Promise<DueRecord[]> =>
  inDeployment(() =>
    readAll<DueRecord>({ pk: 'WEBHOOK-DUE', between: ['0', `${sortableMs(nowMs)}~`] }),
  )

/** Payload of a sender's invocation: known deliveries of one webhook. */
export type SenderEvent = {
  readonly webhookId: string
  readonly deliveryIds: readonly string[]
  /** The times at which they were found due. */
  readonly dues?: readonly DueDelivery[]
}

/** Hands deliveries of the current shop to the function that sends them. */
export const invokeSender = (
  webhookId: string,
  deliveryIds: readonly string[],
  dues?: readonly DueDelivery[],
): Promise<void> =>
  invokeAsync(resources.deliveriesFunction(), {
    webhookId,
    deliveryIds,
    ...(dues && { dues }),
  } satisfies SenderEvent)
