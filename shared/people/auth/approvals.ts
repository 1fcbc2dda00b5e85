import { createHash } from 'node:crypto'
import { Failure } from '../../failure.ts'
import { hashed, type Item, type Key } from '../../platform/dynamodb/keys.ts'
import { read } from '../../platform/dynamodb/read.ts'
import { insert, update, type Write } from '../../platform/dynamodb/write.ts'
import { findLiveUser } from '../staff/live-user.ts'
import { holds, type PermissionName, permissionsOf } from '../staff/permissions.ts'
import type { ApprovalRequest } from './approval.ts'

type Asker = { readonly userId: string; readonly sessionId: string }

/** Time that an approval waits for its request. */
export const approvalMs = 60_000

/** As long as the response to its request may be asked for again by its Idempotency-Key. */
const usedMs = 24 * 60 * 60_000

/** An approval of one request. It is a secret: the record has its hash alone. */
export type ApprovalRecord = Item &
  Asker & {
    readonly permission: PermissionName
    readonly approverId: string
    readonly approverRoleId: string | null
    /** The version of the PIN that gave it; absent in those of releases up to 0.3. */
    readonly approverPin?: number | undefined
    /** Method, path and body of the request, hashed. */
    readonly request: string
    readonly givenAtMs: number
    /** The idempotency record of the request that it was used for, blank for none. */
    readonly usedBy?: string
    /** Unix seconds */
    readonly expiresAt: number
  }

/** A colleague's approval of the request that is running. */
export type Approval = {
  readonly permission: PermissionName
  readonly approverId: string
  /** Uses it up; undefined where an earlier run of the same request has. */
  readonly use?: Write
}

const approvalKey = (approval: string): Key => ({
  pk: `APPROVAL#${hashed(approval)}`,
  sk: 'APPROVAL',
})

/** Stores an approval, which is valid for a minute. */
export const insertApproval = (
  approval: string,
  fields: Pick<
    ApprovalRecord,
    'permission' | 'approverId' | 'approverRoleId' | 'approverPin'
  >,
  { userId, sessionId }: Asker,
  request: Omit<ApprovalRequest, 'userId' | 'pin' | 'permission'>,
  nowMs: number,
): Write =>
  insert({
    ...approvalKey(approval),
    ...fields,
    userId,
    sessionId,
    request: requestHash(request),
    givenAtMs: nowMs,
    expiresAt: Math.ceil((nowMs + usedMs) / 1000),
  } satisfies ApprovalRecord)

/** A request that says it is approved. */
type ApprovedRequest = {
  readonly method: string
  readonly path: string
  readonly bytes: () => Buffer
  readonly nowMs: number
  /** Key of its idempotency record, if it has one. */
  readonly keyedBy: string | undefined
}

/**
 * Finds the approval that a request names. It must be for this request of this caller's
 * session, unused and at most a minute old, and its approver must have the same PIN and
 * role and still hold the permission. Under an Idempotency-Key the same request is
 * approved as before: whatever its first run did, it gets that response.
 */
export async function findApproval(
  approval: string,
  { userId, sessionId }: Asker,
  { method, path, bytes, nowMs, keyedBy }: ApprovedRequest,
): Promise<Approval | undefined> {
  const found = await read<ApprovalRecord>(approvalKey(approval))
  const bodySha256 = createHash('sha256').update(bytes()).digest('hex')
  if (
    found?.userId !== userId ||
    found.sessionId !== sessionId ||
    found.request !== requestHash({ method, path, bodySha256 })
  ) {
    return undefined
  }
  const { permission, approverId, approverRoleId, approverPin, givenAtMs, usedBy } = found
  if (usedBy !== undefined) {
    const isRepetition = keyedBy === usedBy && nowMs < givenAtMs + usedMs
    return isRepetition ? { permission, approverId } : undefined
  }
  if (nowMs >= givenAtMs + approvalMs) return undefined
  const approver = await findLiveUser({ userId: approverId, roleId: approverRoleId })
  if (!approver || !holds(permissionsOf(approver.role), permission)) return undefined
  const { roleId, pinVersion } = approver.user
  if (roleId !== approverRoleId || pinVersion !== (approverPin ?? pinVersion)) return
  const use = update(
    approvalKey(approval),
    { set: { usedBy: keyedBy ?? '' }, when: 'attribute_not_exists(#usedBy)' },
    () => new Failure('permissionRequired'),
  )
  return { permission, approverId, use }
}

const requestHash = ({
  method,
  path,
  bodySha256,
}: Readonly<Record<'method' | 'path' | 'bodySha256', string>>) =>
  hashed([method, path, bodySha256].join('\n'))
