import { Failure } from '../../failure.ts'
import type { Item, Key } from '../../platform/dynamodb/keys.ts'
import { retryOnConflict } from '../../platform/dynamodb/optimistic-lock.ts'
import { Page } from '../../platform/dynamodb/page.ts'
import { readAll, readMany } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { isoSeconds, isoSecondsIfAny } from '../../platform/time/iso.ts'
import { isUuid } from '../../uuid.ts'
import { type Category, categories, kindOf } from './alert-kinds.ts'
import { type AlertRecord, alertKey, alertPartition } from './alerts.ts'
import type { Notification, NotificationQuery } from './notification.ts'
import {
  isDeleted,
  type Mark,
  markKey,
  ownPartition,
  type Preferences,
  preferencesKey,
  readAtMs,
  type Until,
  type UntilOfCategory,
  untilKey,
  upsertMark,
  upsertUntil,
} from './own-marks.ts'

/** Choices and marks of one administrator. */
type Own = {
  readonly until: Until | undefined
  readonly preferences: Preferences | undefined
  readonly markOf: (alert: Pick<Key, 'sk'>) => Mark | undefined
}

const defaultLimit = 50

/**
 * The notifications of an administrator for GET /admin/notifications, newest first. Two round
 * trips; beside the rows it reads those before the offset and those that the caller deleted
 * or, for `unreadOnly`, read one by one.
 */
export async function listNotifications(
  userId: string,
  { limit = defaultLimit, offset = 0, unreadOnly, category }: NotificationQuery,
  nowMs: number,
): Promise<Notification[]> {
  const own = await readOwn(userId)
  const alerts = await shownAlerts(own, {
    nowMs,
    unreadOnly,
    category,
    count: offset + limit,
  })
  return alerts.slice(offset, offset + limit).map((alert) => onWire(alert, own))
}

/** Marks all as read that the caller sees; returns how many were not. */
export const readAllNotifications = (userId: string, nowMs: number): Promise<number> =>
  markAll(userId, nowMs, { unreadOnly: true }, (readUntil) => ({
    readUntil,
    readAtMs: nowMs,
  }))

/** Deletes all from the caller's list; returns how many it had. */
export const deleteAllNotifications = (userId: string, nowMs: number): Promise<number> =>
  markAll(userId, nowMs, {}, (deletedUntil) => ({ deletedUntil }))

/**
 * Marks the shown categories up to the newest alert in them: nobody has seen hidden
 * categories and later alerts.
 */
const markAll = (
  userId: string,
  nowMs: number,
  which: { readonly unreadOnly?: boolean },
  marks: (newest: string) => UntilOfCategory,
): Promise<number> =>
  retryOnConflict(async () => {
    const own = await readOwn(userId)
    const alerts = await shownAlerts(own, { nowMs, ...which })
    const [newest] = alerts
    if (newest) {
      const marked = shownCategories(own).map((category) => [
        category,
        { ...own.until?.categories[category], ...marks(newest.sk) },
      ])
      const all = Object.fromEntries(marked) as Until['categories']
      await transact([upsertUntil(userId, own.until, all, nowMs)])
    }
    return alerts.length
  })

/** Marks a notification as read. Throws `malformedNotificationId`, `notificationNotFound`. */
export async function readNotification(userId: string, id: string, nowMs: number) {
  const { alert, isRead } = await requireNotification(userId, id, nowMs)
  if (!isRead) await transact([upsertMark(userId, alert, { readAtMs: nowMs }, nowMs)])
  return { id, read: true as const }
}

/** Deletes a notification from the caller's list. Throws as `readNotification`. */
export async function deleteNotification(userId: string, id: string, nowMs: number) {
  const { alert } = await requireNotification(userId, id, nowMs)
  await transact([upsertMark(userId, alert, { isDeleted: true }, nowMs)])
  return { id, deleted: true as const }
}

async function requireNotification(userId: string, id: string, nowMs: number) {
  if (!isUuid(id)) throw new Failure('malformedNotificationId')
  const keys = categories.map((category) => alertKey(category, id))
  const sk = keys[0]?.sk ?? ''
  const [until, mark, ...alerts] = await readMany([
    untilKey(userId),
    markKey(userId, { sk }),
    ...keys,
  ])
  const alert = alerts.find((each) => each !== undefined) as AlertRecord | undefined
  const marks = [until as Until | undefined, mark as Mark | undefined] as const
  if (!alert || isOver(alert, nowMs) || isDeleted(alert, ...marks)) {
    throw new Failure('notificationNotFound')
  }
  return { alert, isRead: readAtMs(alert, ...marks) !== undefined }
}

async function readOwn(userId: string): Promise<Own> {
  const records = await readAll<Item>({ pk: ownPartition(userId) })
  const bySk = new Map(records.map((record) => [record.sk, record]))
  return {
    until: bySk.get(untilKey(userId).sk) as Until | undefined,
    preferences: bySk.get(preferencesKey(userId).sk) as Preferences | undefined,
    markOf: (alert) => bySk.get(markKey(userId, alert).sk) as Mark | undefined,
  }
}

type Which = {
  readonly nowMs: number
  readonly unreadOnly?: boolean | undefined
  readonly category?: string | undefined
  /** Number of notifications to collect, if there are as many; all by default. */
  readonly count?: number
}

/** The categories that an administrator has not hidden. */
const shownCategories = ({ preferences }: Own): Category[] => {
  const hidden = preferences?.chosen.filter(({ inAppEnabled }) => !inAppEnabled) ?? []
  return categories.filter((each) => !hidden.some(({ category }) => category === each))
}

/** The alerts that an administrator sees, newest first. */
async function shownAlerts(own: Own, which: Which): Promise<AlertRecord[]> {
  const { unreadOnly, category, count, nowMs } = which
  const { until } = own
  const shown = shownCategories(own).filter(
    (each) => category === undefined || each === category,
  )
  const isShown = (alert: AlertRecord) => {
    const mark = own.markOf(alert)
    return (
      !isOver(alert, nowMs) &&
      !isDeleted(alert, until, mark) &&
      !(unreadOnly && readAtMs(alert, until, mark) !== undefined)
    )
  }
  const fromOf = (each: Category) => {
    const { deletedUntil = '', readUntil = '' } = until?.categories[each] ?? {}
    return ['!', deletedUntil, unreadOnly ? readUntil : ''].toSorted().at(-1) as string
  }
  const found = await Promise.all(
    shown.map((each) => newestOf(each, fromOf(each), isShown, count)),
  )
  return found.flat().sort((one, other) => (one.sk < other.sk ? 1 : -1))
}

/** The newest alerts of a category from a sort key on. */
async function newestOf(
  category: Category,
  from: string,
  isShown: (alert: AlertRecord) => boolean,
  count?: number,
): Promise<AlertRecord[]> {
  const query = {
    pk: alertPartition(category),
    between: [from, '~'],
    newestFirst: true,
  } as const
  if (count === undefined) return (await readAll<AlertRecord>(query)).filter(isShown)
  const found: AlertRecord[] = []
  let page: Page
  let last: string | undefined
  do {
    page = new Page(count, last)
    found.push(...(await readAll<AlertRecord>(query, page)).filter(isShown))
    last = page.last
  } while (last !== undefined && found.length < count)
  return found
}

/** DynamoDB deletes an expired record hours late. */
const isOver = ({ expiresAt = 0 }: AlertRecord, nowMs: number) =>
  expiresAt * 1000 <= nowMs

function onWire(alert: AlertRecord, own: Own): Notification {
  const { actor, details, clearedAtMs } = alert
  const readMs = readAtMs(alert, own.until, own.markOf(alert))
  const clearedAt = isoSecondsIfAny(clearedAtMs)
  return {
    ...alert,
    type: alert.kind,
    ...(actor && { actorUserId: actor.userId, actorUserName: actor.userName }),
    ...(actor?.roleName && { actorRole: actor.roleName }),
    status: statusOf(alert),
    occurredAt: isoSeconds(alert.occurredAtMs),
    createdAt: isoSeconds(alert.raisedAtMs),
    readAt: isoSecondsIfAny(readMs),
    metadataJson: JSON.stringify({ ...details, clearedAt }),
  }
}

function statusOf({ kind, status, clearedAtMs }: AlertRecord): string | undefined {
  if (kindOf(kind)?.isMoment) return status
  return clearedAtMs === undefined ? 'open' : 'cleared'
}
