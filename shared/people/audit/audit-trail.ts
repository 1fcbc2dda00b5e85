import { isDeepStrictEqual } from 'node:util'
import { newId, sortableId } from '../../ids.ts'
import type { Item } from '../../platform/dynamodb/keys.ts'
import type { Page } from '../../platform/dynamodb/page.ts'
import { readAll } from '../../platform/dynamodb/read.ts'
import { boundsOfPeriod } from '../../platform/dynamodb/time-bounds.ts'
import { insert, type Write } from '../../platform/dynamodb/write.ts'
import type { Period } from '../../platform/time/days.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import { currentActor } from './actor.ts'
import type { AuditEntry, AuditKind } from './audit-entry.ts'

/** A stored entry. Its sort key begins with its time, so days are ranges of the partition. */
export type AuditRecord = Item &
  Omit<
    AuditEntry,
    'userName' | 'statedUserId' | 'statedUserName' | 'approvedBy' | 'approvedByName'
  > & {
    /** Absent where it is the same user, and on entries of earlier releases. */
    readonly statedUserId?: string
    /** Absent where nobody had to. */
    readonly approvedBy?: string
    /** Unix seconds */
    readonly expiresAt: number
  }

type Values = Readonly<Record<string, unknown>>

/** Fields of an entry that its operation gives; no secret, no hash. */
export type AuditFields = {
  readonly kind: AuditKind
  /** Absent or null for what is new. */
  readonly before?: Values | null
  /** Absent or null for what is deleted. */
  readonly after?: Values | null
  readonly subject?: { readonly id: string; readonly name?: string | null }
  /** Author, if not the caller of the request; blank for the operator. */
  readonly userId?: string
  /** Approver, if an earlier request was approved; null for nobody. */
  readonly approvedBy?: string | null | undefined
}

const partition = 'AUDIT'
const entryTtlMs = 400 * 24 * 60 * 60_000

/** The write that enters an operation in the audit trail; it belongs in its transaction. */
export function insertAuditEntry(fields: AuditFields): Write {
  const { kind, before = null, after = null, subject, userId } = fields
  const actor = currentActor()
  const { statedUserId } = actor
  const isOwn = userId === undefined || userId === actor.userId
  const { approvedBy = (isOwn && actor.approvedBy) || null } = fields
  const id = newId()
  const nowMs = Date.now()
  return insert({
    pk: partition,
    sk: `${new Date(nowMs).toISOString()}#${sortableId(id)}`,
    kind,
    before: clipped(before) as AuditRecord['before'],
    after: clipped(after) as AuditRecord['after'],
    id,
    at: isoSeconds(nowMs),
    userId: actor.apiKeyId ?? ((userId ?? actor.userId) || null),
    ...(actor.till && { tillId: actor.till.id, tillName: actor.till.name }),
    ...(statedUserId !== null && { statedUserId }),
    ...(approvedBy !== null && { approvedBy }),
    subjectId: subject?.id ?? null,
    subjectName: subject?.name ?? null,
    expiresAt: Math.ceil((nowMs + entryTtlMs) / 1000),
  } satisfies AuditRecord)
}

/** Logs the changed fields, plus `extra`. */
export function insertChangeAudit(
  fields: Pick<AuditFields, 'kind' | 'subject' | 'userId'>,
  before: Values,
  after: Values,
  beside: Values = {},
): Write[] {
  const changed = Object.keys(after).filter(
    (name) => after[name] !== undefined && !isDeepStrictEqual(before[name], after[name]),
  )
  if (changed.length === 0) return []
  const pick = (values: Values) =>
    Object.fromEntries(changed.map((name) => [name, values[name] ?? null]))
  const values = { before: pick(before), after: { ...pick(after), ...beside } }
  return [insertAuditEntry({ ...fields, ...values })]
}

/** Criteria of a list of entries. */
export type AuditFilter = {
  readonly period: Period
  readonly userId?: string | undefined
  readonly kind?: AuditKind | undefined
}

/** Entries of the last 400 days, oldest first. Reads all entries of the period. */
export async function findAuditEntries(
  { period, userId, kind }: AuditFilter,
  nowMs: number,
  page?: Page,
): Promise<AuditRecord[]> {
  const entries = await readAll<AuditRecord>(
    {
      pk: partition,
      between: boundsOfPeriod(period),
      where: (entry: AuditRecord) =>
        entry.expiresAt * 1000 > nowMs &&
        (userId === undefined || entry.userId === userId) &&
        (kind === undefined || entry.kind === kind),
    },
    page,
  )
  return entries.map(withTodaysNames)
}

/** Until November 2026 sales called their lines at lower prices `belowPrice`. */
function withTodaysNames(entry: AuditRecord): AuditRecord {
  const { belowPrice, ...after } = entry.after ?? {}
  if (belowPrice === undefined) return entry
  return { ...entry, after: { ...after, otherPrices: belowPrice } }
}

const maxText = 200
const maxRows = 100

/** A value without what would make an entry too large to store: long texts, long lists. */
function clipped(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length > maxText ? `${value.slice(0, maxText).toWellFormed()}…` : value
  }
  if (Array.isArray(value)) return value.slice(0, maxRows).map(clipped)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, clipped(each)]),
  )
}
