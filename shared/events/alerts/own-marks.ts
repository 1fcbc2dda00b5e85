import type { Item, Key } from '../../platform/dynamodb/keys.ts'
import { upsertVersioned } from '../../platform/dynamodb/optimistic-lock.ts'
import { upsert, type Write } from '../../platform/dynamodb/write.ts'
import type { Category } from './alert-kinds.ts'
import { type AlertRecord, listedMs } from './alerts.ts'

/** Returns the partition of an administrator's choices and marks. */
export const ownPartition = (userId: string) => `NOTIFICATIONS#${userId}`

/** Marks up to which an administrator has read or deleted all alerts, by category. */
export type Until = Item & {
  readonly version: number
  readonly categories: Partial<Record<Category, UntilOfCategory>>
}

/** Sort key of the last such alert. */
export type UntilOfCategory = {
  readonly readUntil?: string
  readonly readAtMs?: number
  readonly deletedUntil?: string
}

/** An administrator's mark on one alert. */
export type Mark = Item & { readonly readAtMs?: number; readonly isDeleted?: true }

export type StoredPreference = {
  readonly category: string
  readonly inAppEnabled: boolean
  readonly pushEnabled: boolean
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** The preferences of an administrator, one of a category. */
export type Preferences = Item & {
  readonly version: number
  readonly chosen: readonly StoredPreference[]
}

export const untilKey = (userId: string): Key => ({
  pk: ownPartition(userId),
  sk: 'UNTIL',
})

export const preferencesKey = (userId: string): Key => ({
  pk: ownPartition(userId),
  sk: 'PREFERENCES',
})

export const markKey = (userId: string, { sk }: Pick<Key, 'sk'>): Key => ({
  pk: ownPartition(userId),
  sk: `MARK#${sk}`,
})

/** Lifetime of marks: as long as that of their alerts. */
const expiresAt = (nowMs: number) => Math.ceil((nowMs + listedMs) / 1000)

/** Marks all alerts of categories, unless the marks have changed. */
export const upsertUntil = (
  userId: string,
  current: Until | undefined,
  marked: Until['categories'],
  nowMs: number,
): Write =>
  upsertVersioned(untilKey(userId), current, {
    categories: { ...current?.categories, ...marked },
    expiresAt: expiresAt(nowMs),
  })

/** Marks one alert. */
export const upsertMark = (
  userId: string,
  alert: AlertRecord,
  set: { readonly readAtMs: number } | { readonly isDeleted: true },
  nowMs: number,
): Write =>
  upsert(markKey(userId, alert), { set: { ...set, expiresAt: expiresAt(nowMs) } })

/** Returns the time when an administrator read an alert, in Unix ms; undefined for not yet. */
export function readAtMs(
  { sk, category }: AlertRecord,
  until: Until | undefined,
  mark: Mark | undefined,
): number | undefined {
  if (mark?.readAtMs !== undefined) return mark.readAtMs
  const { readUntil = '', readAtMs } = until?.categories[category] ?? {}
  return sk <= readUntil ? readAtMs : undefined
}

/** True if an administrator has deleted an alert. */
export const isDeleted = (
  { sk, category }: AlertRecord,
  until: Until | undefined,
  mark: Mark | undefined,
): boolean =>
  mark?.isDeleted === true || sk <= (until?.categories[category]?.deletedUntil ?? '')
