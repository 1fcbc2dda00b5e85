import { namedAuditEntries } from '../../shared/back-office/reports/audit-entries.ts'
import { Failure, required } from '../../shared/failure.ts'
import { closeWatchers } from '../../shared/lightning/payments-feed/close-watchers.ts'
import {
  deleteSessions,
  endSession,
  openSessions,
} from '../../shared/people/auth/listed-sessions.ts'
import { requireOwnPin, requireYoungSession } from '../../shared/people/auth/own-pin.ts'
import { eraseUser, personalRecord } from '../../shared/people/staff/erase-user.ts'
import {
  findLiveUser,
  privilegesOf,
  userInfo,
} from '../../shared/people/staff/live-user.ts'
import { holds, permissionList } from '../../shared/people/staff/permissions.ts'
import { hashPin } from '../../shared/people/staff/pins.ts'
import { allRoles, findRole, type Role } from '../../shared/people/staff/roles.ts'
import * as users from '../../shared/people/staff/users.ts'
import type { Page } from '../../shared/platform/dynamodb/page.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { alternative } from '../../shared/platform/http/reply.ts'
import { findConfig, safeguardsOf } from '../../shared/selling/shop-config/config.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ caller, page }) => {
    const records = await listed(page)
    const full = caller && holds(caller.permissions, 'users_read')
    return full ? records : alternative('reduced', records)
  },

  listPublic: ({ page }) => listed(page),

  me: async ({ caller }) => {
    const live = required(await findLiveUser(caller))
    const { user, role } = live
    const perms = role ? permissionList(role) : []
    if (!role || perms.length === 0) throw new Failure('permissionRequired')
    return { user: userInfo({ user, role }), perms }
  },

  one: async ({ params }) => {
    const user = await users.requireUser(params.id)
    return wire(user, await findRole(user.roleId))
  },

  data: async ({ params: { id }, request: { nowMs } }) => {
    const record = await personalRecord(id)
    const audit = await namedAuditEntries({ period: {}, userId: id }, nowMs)
    return { ...record, audit, alsoKept }
  },

  erase: async ({ params: { id }, body, caller, request }) => {
    await requireOwnPin(body?.currentUserPin, caller, request)
    const erased = await eraseUser(id, privilegesOf(caller), request.nowMs)
    // Again as often as somebody asks: one that was cut off leaves none
    await deleteSessions(id)
    await closeWatchers({ userId: id })
    return erased
  },

  create: async ({ body, caller, request }) => {
    await requireOwnPin(body.currentUserPin, caller, request)
    const { name, role: roleId, email = null, phone = null } = body
    const pin = await hashPin(body.pin, name)
    return users.createUser({ name, pin, roleId, email, phone }, privilegesOf(caller))
  },

  update: async ({ params: { id }, body, caller, request }) => {
    const { pin, currentUserPin, ...patch } = body
    const isOwnPin = pin !== undefined && id === caller.userId
    if (isOwnPin && (currentUserPin ?? null) === null && (await isSafeguarded())) {
      await requireYoungSession(caller, request.nowMs)
    }
    await requireOwnPin(currentUserPin, caller, request)
    const by = privilegesOf(caller)
    if (pin === undefined) {
      await users.changeUser(id, patch, by)
      return { id }
    }
    const saltName = patch.name ?? (await users.requireUser(id)).name
    await users.changeUser(id, { ...patch, pin: await hashPin(pin, saltName) }, by)
    await closeWatchers({ userId: id })
    return { id }
  },

  sessions: ({ params: { id }, caller, request }) =>
    openSessions(id, caller.sessionId, request.nowMs),

  endSession: async ({ params: { id, sessionId }, caller }) => {
    await endSession(id, sessionId, privilegesOf(caller))
    await closeWatchers({ sessionId })
  },

  endSessions: async ({ params: { id }, caller }) => {
    await users.endSessions(id, privilegesOf(caller))
    await closeWatchers({ userId: id })
  },

  remove: async ({ params: { id }, body, caller, request }) => {
    await requireOwnPin(body?.currentUserPin, caller, request)
    await users.softDeleteUser(id, privilegesOf(caller))
    await closeWatchers({ userId: id })
  },
})

/** True if the shop has the three safeguards on with which a setup with `safeguards` begins. */
async function isSafeguarded(): Promise<boolean> {
  const { verifyCheckout, verifyAmounts, restrictPrinters } = safeguardsOf(
    await findConfig(),
  )
  return verifyCheckout && verifyAmounts && restrictPrinters
}

/** The books are kept by law; this says where a person's name or id is in them. */
const alsoKept = [
  'Orders, tickets and shifts have the id of the user: GET /orders/with-payments, /tickets, /shifts',
  'Z reports have the name of who closed the shift: GET /shifts/{id}/z-report',
  'Refunds have the id and the name of who gave back, with their order',
  'Entries of the audit trail that are about the user have the name of then, for 400 days: GET /audit',
  'Sessions have the id and what the browser said of itself, for 30 days after a login or until the user is erased',
  'Marks of alerts that were read or deleted have the id, for 30 days, and so has the choice of categories: GET /admin/notification-preferences',
  'Alerts of what left the wallet have the id and the name of who did it, for 30 days: GET /admin/notifications',
]

async function listed(page: Page | undefined) {
  const [all, roles] = await Promise.all([users.allUsers(page), allRoles()])
  const roleOf = new Map(roles.map((role) => [role.id, role]))
  return all.map((user) => wire(user, roleOf.get(user.roleId ?? '')))
}

/** The PIN and the refresh token are masks: no response contains anything of them. */
const wire = ({ id, name, email, phone }: users.User, role: Role | undefined) => ({
  id,
  name,
  pin: '****' as const,
  refreshToken: '****' as const,
  role: role?.name ?? null,
  roleId: role?.id ?? null,
  email,
  phone,
  isAdmin: role?.isAdmin ?? false,
})
