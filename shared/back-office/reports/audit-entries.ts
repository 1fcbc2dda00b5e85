import { findApiKeyNames } from '../../people/api-keys/api-keys.ts'
import type { AuditEntry } from '../../people/audit/audit-entry.ts'
import { type AuditFilter, findAuditEntries } from '../../people/audit/audit-trail.ts'
import { findUserNames } from '../../people/staff/user-names.ts'
import type { Page } from '../../platform/dynamodb/page.ts'

/** The entries of the audit trail with the names of who acted, users and API keys. */
export async function namedAuditEntries(
  filter: AuditFilter,
  nowMs: number,
  page?: Page,
): Promise<AuditEntry[]> {
  const entries = await findAuditEntries(filter, nowMs, page)
  const ids = entries.flatMap(({ userId, statedUserId = null, approvedBy = null }) =>
    [userId, statedUserId, approvedBy].filter((id) => id !== null),
  )
  const users = await findUserNames(ids)
  const keys = await findApiKeyNames(ids.filter((id) => !users.has(id)))
  const names = new Map([...users, ...keys])
  return entries.map((entry) => ({
    ...entry,
    userName: names.get(entry.userId ?? '') ?? null,
    statedUserId: entry.statedUserId ?? null,
    statedUserName: names.get(entry.statedUserId ?? '') ?? null,
    approvedBy: entry.approvedBy ?? null,
    approvedByName: names.get(entry.approvedBy ?? '') ?? null,
  }))
}
