import { requireOwnPin } from '../../shared/people/auth/own-pin.ts'
import { privilegesOf } from '../../shared/people/staff/live-user.ts'
import {
  isPermission,
  permissionList,
  permissions,
} from '../../shared/people/staff/permissions.ts'
import { hashPin } from '../../shared/people/staff/pins.ts'
import * as roles from '../../shared/people/staff/roles.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ page }) =>
    (await roles.allRoles(page)).map((role) => ({
      ...roles.roleOnWire(role),
      password: '********',
    })),

  one: async ({ params }) => roles.roleOnWire(await roles.requireRole(params.id)),

  permissions: async ({ params }) => permissionList(await roles.requireRole(params.id)),

  create: async ({ body, caller, request }) => {
    await requireOwnPin(body.currentUserPin, caller, request)
    const { role: name, isAdmin = false } = body
    const password = (await passwordHash(body.password, name)) ?? null
    const permissions = known(body.permissions ?? [])
    return roles.createRole(
      { name, isAdmin, password, permissions },
      privilegesOf(caller),
    )
  },

  update: async ({ params: { id }, body, caller, request }) => {
    await requireOwnPin(body.currentUserPin, caller, request)
    const { role: name, isAdmin } = body
    const password = await passwordHash(body.password, name)
    const permissions = body.permissions && known(body.permissions)
    const patch = { name, isAdmin, password, permissions }
    await roles.changeRole(id, patch, privilegesOf(caller), body.ifWas)
    return { id }
  },

  assign: async ({ params: { id }, body, caller, request }) => {
    await requireOwnPin(body.currentUserPin, caller, request)
    const names = known(body.permissions)
    await roles.changePermissions(id, names, privilegesOf(caller))
    return { roleId: id, assigned: names.length }
  },

  remove: ({ params, caller }) => roles.softDeleteRole(params.id, privilegesOf(caller)),

  allPermissions: () => permissions,
})

/** Names of the catalogue, each once. */
const known = (names: readonly string[]) => [...new Set(names.filter(isPermission))]

const passwordHash = async (password: string | null | undefined, name: string) =>
  typeof password === 'string' ? hashPin(password, name) : password
