import type { Write } from '../../platform/dynamodb/write.ts'
import { insertAuditEntry } from '../audit/audit-trail.ts'
import type { PermissionName, Privileges } from './permissions.ts'
import type { PinHash } from './pins.ts'

type Named = { readonly id: string; readonly name: string }

type Role = Named & {
  readonly isAdmin: boolean
  readonly permissions: readonly PermissionName[]
  readonly password: PinHash | null
}

/** Enters a role that is created, changed or deleted in the audit trail. */
export const insertRoleAudit = (
  { userId }: Privileges,
  subject: Named,
  before: Role | undefined,
  after: Role | undefined,
): Write =>
  insertAuditEntry({
    kind: 'role',
    userId,
    subject: { id: subject.id, name: subject.name },
    before: roleValues(before),
    after: roleValues(after, before),
  })

/** Enters a user that is created or deleted, or changes its role, in the audit trail. */
export const insertUserAudit = (
  { userId }: Privileges,
  user: Named,
  before: Role | null | undefined,
  after: Role | null | undefined,
): Write =>
  insertAuditEntry({
    kind: 'user',
    userId,
    subject: { id: user.id, name: user.name },
    before: userValues(before),
    after: userValues(after),
  })

/** Enters that a user's PIN was changed in the audit trail, and nothing of the PIN. */
export const insertPinAudit = ({ userId }: Privileges, user: Named): Write =>
  insertAuditEntry({
    kind: 'pin',
    userId,
    subject: { id: user.id, name: user.name },
    before: null,
    after: null,
  })

function roleValues(role: Role | undefined, before?: Role) {
  if (!role) return null
  const { name, isAdmin, permissions, password } = role
  return {
    name,
    isAdmin,
    permissions,
    opensWallet: password !== null,
    // The audit trail says of a password only that it was changed
    ...(before && { passwordChanged: password !== before.password }),
  }
}

/** Undefined means no user, null a user without a role. */
const userValues = (role: Role | null | undefined) =>
  role === undefined ? null : { roleId: role?.id ?? null, role: role?.name ?? null }
