import { randomBytes } from 'node:crypto'
import type * as z from 'zod'
import { Failure } from '../../failure.ts'
import { readMany } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { insertAuditEntry } from '../audit/audit-trail.ts'
import * as limit from '../staff/login-rate-limit.ts'
import { holds, permissionsOf } from '../staff/permissions.ts'
import { findRole } from '../staff/roles.ts'
import { rehashPin, type User, userKey } from '../staff/users.ts'
import type { ApprovalRequest, GivenApproval } from './approval.ts'
import { approvalMs, insertApproval } from './approvals.ts'
import { type Caller, verifyDevice } from './tokens.ts'

/**
 * Gives a caller the approval of a colleague who holds a permission, by that colleague's PIN, for
 * one request. The login rate limit counts the PIN. Serves POST /auth/approvals. Throws
 * `permissionRequired` when the colleague is the caller or does not hold it, `invalidCredentials`,
 * `tooManyAttempts`, `conflict`.
 */
export async function approve(
  { userId, pin, permission, ...request }: ApprovalRequest,
  caller: Caller,
  facts: {
    readonly ip: string
    readonly cookies: ReadonlyMap<string, string>
    readonly nowMs: number
  },
): Promise<z.output<typeof GivenApproval>> {
  if (userId === caller.userId) throw new Failure('permissionRequired')
  const [[approver, asker], device] = await Promise.all([
    readMany<[User, User]>([userKey(userId), userKey(caller.userId)]),
    verifyDevice(facts.cookies.get('device')),
  ])
  const named = approver && { name: approver.name, userId }
  const attempted = { ip: facts.ip, ...named, device, asker }
  return limit.withRateLimit(attempted, async (attempt) => {
    const match = await limit.matchUserPin(pin, approver, attempt)
    if (!match || !approver) throw await limit.recordFailure(attempt)
    const role = await findRole(approver.roleId)
    if (!holds(permissionsOf(role), permission)) throw new Failure('permissionRequired')
    const approval = randomBytes(32).toString('base64url')
    const { roleId: approverRoleId, pinVersion: approverPin } = approver
    const fields = { permission, approverId: userId, approverRoleId, approverPin }
    const entry = insertAuditEntry({
      kind: 'approval',
      subject: { id: userId, name: approver.name },
      after: { permission, request: `${request.method} ${request.path}` },
    })
    await Promise.all([
      transact([insertApproval(approval, fields, caller, request, facts.nowMs), entry]),
      limit.clearFailures(attempt),
      match.rehashed && rehashPin(approver, match.rehashed),
    ])
    return { approval, expiresAt: new Date(facts.nowMs + approvalMs).toISOString() }
  })
}
