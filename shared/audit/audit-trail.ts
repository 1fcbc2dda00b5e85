import type { Item } from '../dynamodb/keys.ts'
import type { Page } from '../dynamodb/page.ts'
import { readAll } from '../dynamodb/read.ts'
import { boundsOfPeriod } from '../dynamodb/time-bounds.ts'
import { insert, type Write } from '../dynamodb/write.ts'
import { newId } from '../ids.ts'
import type { Period } from '../time/days.ts'
import { isoSeconds } from '../time/iso.ts'
import type { AuditEntry, AuditKind } from './audit-entry.ts'

/** A stored entry. Its sort key begins with its time, so days are ranges of the partition. */
export type AuditRecord = Item &
  Omit<AuditEntry, 'userName'> & {
    /** Unix seconds */
    readonly expiresAt: number
  }

/** What an operation says of itself; no secret, no hash. */
export type AuditFields = Pick<AuditRecord, 'kind' | 'before' | 'after'> & {
  /** Blank for the operator, who has no user. */
  readonly userId: string
  readonly subject?: { readonly id: string; readonly name: string | null }
}

const partition = 'AUDIT'
const entryTtlMs = 400 * 24 * 60 * 60_000

/** The write that enters an operation in the audit trail; it belongs in its transaction. */
export function insertAuditEntry({ userId, subject, ...fields }: AuditFields): Write {
  const id = newId()
  const nowMs = Date.now()
  return insert({
    pk: partition,
    sk: `${new Date(nowMs).toISOString()}#${id}`,
    ...fields,
    id,
    at: isoSeconds(nowMs),
    userId: userId || null,
    subjectId: subject?.id ?? null,
    subjectName: subject?.name ?? null,
    expiresAt: Math.ceil((nowMs + entryTtlMs) / 1000),
  } satisfies AuditRecord)
}

/** Which entries are meant. */
export type AuditFilter = {
  readonly period: Period
  readonly userId?: string | undefined
  readonly kind?: AuditKind | undefined
}

/** Entries of the last 400 days, oldest first. Reads all entries of the period. */
export const findAuditEntries = (
  { period, userId, kind }: AuditFilter,
  nowMs: number,
  page?: Page,
): Promise<AuditRecord[]> =>
  readAll<AuditRecord>(
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
