import { setTimeout as sleep } from 'node:timers/promises'
import { Failure, required } from '../../failure.ts'
import { newId } from '../../ids.ts'
import { insertAuditEntry, insertChangeAudit } from '../../people/audit/audit-trail.ts'
import { type CallerIds, privilegesOf } from '../../people/staff/live-user.ts'
import { collectionKey, type Item, type Key } from '../../platform/dynamodb/keys.ts'
import { onlyWhile } from '../../platform/dynamodb/only-while.ts'
import {
  retryOnConflict,
  updateUnchanged,
} from '../../platform/dynamodb/optimistic-lock.ts'
import type { Page } from '../../platform/dynamodb/page.ts'
import { read, readAll } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import {
  deleteItem,
  incrementCount,
  insert,
  update,
} from '../../platform/dynamodb/write.ts'
import { allowedUrl, OutboundError } from '../../platform/outbound/outbound.ts'
import { isoSeconds, isoSecondsIfAny } from '../../platform/time/iso.ts'
import { networkFor } from './network.ts'
import { webhookSecret } from './signature.ts'
import type { WebhookChange, WebhookEvent, WebhookInput } from './webhook.ts'

/** A webhook as it is stored. Its secret is derived from its id and version. */
export type WebhookRecord = Item & {
  readonly id: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly isEnabled: boolean
  readonly createdAt: string
  readonly secretVersion: number
  /** Until when the secret of the version before signs as well, in Unix ms. */
  readonly earlierSecretUntilMs?: number
  readonly lastDeliveryAtMs?: number
  /** Absent when the last attempt had no answer. */
  readonly lastStatus?: number
  /** Absent when the last attempt succeeded, and before the first. */
  readonly failingSinceMs?: number
  /** Until when an execution of the sender has it for itself, and which one. */
  readonly busyUntilMs?: number
  readonly busyWith?: string
}

const partition = 'WEBHOOK'

export const webhookKey = (id: string): Key => collectionKey(partition, id)

/** Record of the number of webhooks, for their limit. */
const countKey: Key = { pk: 'WEBHOOKS', sk: 'COUNT' }
const maxWebhooks = 20

/** Time for which a replaced secret stays valid. */
const earlierSecretMs = 24 * 60 * 60_000

const kind = 'webhook' as const
const subjectOf = ({ id, url }: Pick<WebhookRecord, 'id' | 'url'>) => ({ id, name: url })

export const allWebhooks = (page?: Page) =>
  readAll<WebhookRecord>({ pk: partition }, page)

/** Waits until no execution sends to a webhook of the current shop. */
export async function untilNoDelivery(): Promise<void> {
  for (;;) {
    const busyUntilMs = (await allWebhooks()).map((each) => each.busyUntilMs ?? 0)
    if (Math.max(0, ...busyUntilMs) < Date.now()) return
    await sleep(500)
  }
}

export const findWebhook = (id: string) => read<WebhookRecord>(webhookKey(id))

/** A webhook that is sent to. Throws `notFound`, `webhookDisabled`. */
export async function requireEnabled(id: string): Promise<WebhookRecord> {
  const webhook = required(await findWebhook(id))
  if (!webhook.isEnabled) throw new Failure('webhookDisabled')
  return webhook
}

/** A webhook as clients read it. */
export const webhookOnWire = (webhook: WebhookRecord) => {
  const { lastDeliveryAtMs, failingSinceMs } = webhook
  return {
    ...webhook,
    lastDeliveryAt: isoSecondsIfAny(lastDeliveryAtMs),
    failingSince: isoSecondsIfAny(failingSinceMs),
  }
}

/**
 * Creates a webhook while its maker is an administrator. Returns its id and its secret, which
 * nothing shows again. Throws `invalid` for a URL that is never called, `adminRequired`,
 * `tooManyWebhooks`.
 */
export async function createWebhook(
  { url, events }: WebhookInput,
  maker: CallerIds,
  nowMs: number,
) {
  requireAllowed(url)
  const id = newId()
  const webhook: WebhookRecord = {
    ...webhookKey(id),
    id,
    url,
    events,
    isEnabled: true,
    createdAt: isoSeconds(nowMs),
    secretVersion: 1,
  }
  await transact(
    onlyWhile(await privilegesOf(maker).prepareAdministratorChecks(), [
      insert(webhook),
      incrementCount(countKey, maxWebhooks, () => new Failure('tooManyWebhooks')),
      insertAuditEntry({ kind, subject: subjectOf(webhook), after: { url, events } }),
    ]),
  )
  return { id, secret: await webhookSecret(webhook) }
}

/**
 * Changes a webhook while the caller is an administrator. Returns its id and, if it has a new
 * one, its secret. Throws `notFound`, `invalid`, `adminRequired`.
 */
export const changeWebhook = (
  id: string,
  { newSecret, ...given }: WebhookChange,
  caller: CallerIds,
  nowMs: number,
) =>
  retryOnConflict(async () => {
    if (given.url !== undefined) requireAllowed(given.url)
    const current = required(await findWebhook(id))
    const { url, events, isEnabled, secretVersion } = current
    const before = { url, events, isEnabled, secretVersion }
    const after = {
      url: given.url ?? url,
      events: given.events ?? events,
      isEnabled: given.isEnabled ?? isEnabled,
      secretVersion: newSecret ? secretVersion + 1 : secretVersion,
    }
    // Enabling a webhook, or giving it another URL, clears its failures
    const starts = (after.isEnabled && !isEnabled) || after.url !== url
    await transact(
      onlyWhile(await privilegesOf(caller).prepareAdministratorChecks(), [
        updateUnchanged(current, Object.keys(before), {
          set: {
            ...after,
            ...(newSecret && { earlierSecretUntilMs: nowMs + earlierSecretMs }),
          },
          remove: starts ? ['failingSinceMs'] : [],
        }),
        ...insertChangeAudit(
          { kind, subject: subjectOf({ id, ...after }) },
          before,
          after,
        ),
      ]),
    )
    const secret = newSecret && (await webhookSecret({ id, ...after }))
    return { id, ...(secret && { secret }) }
  })

/** Deletes a webhook: its waiting deliveries are not sent any more. Throws `notFound`. */
export const deleteWebhook = (id: string): Promise<void> =>
  retryOnConflict(async () => {
    const current = required(await findWebhook(id))
    const { url, events } = current
    await transact([
      deleteItem(current, {}, () => new Failure('notFound')),
      update(countKey, { add: { count: -1 } }),
      insertAuditEntry({ kind, subject: subjectOf(current), before: { url, events } }),
    ])
  })

/** Throws `invalid` for a URL whose own text says that it must not be called. */
function requireAllowed(url: string): void {
  try {
    allowedUrl(url, networkFor(url))
  } catch (cause) {
    if (!(cause instanceof OutboundError)) throw cause
    throw new Failure('invalid', { fault: `url: ${cause.message}` }, { cause })
  }
}
