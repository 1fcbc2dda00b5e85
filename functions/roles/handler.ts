import { lambda } from '../../shared/http/lambda.ts'
import {
  isPermission,
  permissionList,
  permissions,
} from '../../shared/staff/permissions.ts'
import { hashPin } from '../../shared/staff/pins.ts'
import { privilegesOf } from '../../shared/staff/privileges.ts'
import * as roles from '../../shared/staff/roles.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ page }) =>
    (await roles.allRoles(page)).map((role) => ({ ...wire(role), password: '********' })),

  one: async ({ params }) => wire(await roles.requireRole(params.id)),

  permissions: async ({ params }) => permissionList(await roles.requireRole(params.id)),

  create: async ({ body: { role: name, isAdmin = false, ...body }, caller }) => {
    const password = (await passwordHash(body.password, name)) ?? null
    return roles.createRole({ name, isAdmin, password }, privilegesOf(caller))
  },

  update: async ({ params: { id }, body: { role: name, isAdmin, ...body }, caller }) => {
    const password = await passwordHash(body.password, name)
    await roles.changeRole(id, { name, isAdmin, password }, privilegesOf(caller))
    return { id }
  },

  assign: async ({ params: { id }, body, caller }) => {
    const names = [...new Set(body.permissions.filter(isPermission))]
    await roles.changePermissions(id, names, privilegesOf(caller))
    return { roleId: id, assigned: names.length }
  },

  remove: ({ params, caller }) => roles.softDeleteRole(params.id, privilegesOf(caller)),

  allPermissions: () => permissions,
})

const passwordHash = async (password: string | null | undefined, name: string) =>
  typeof password === 'string' ? hashPin(password, name) : password

const wire = ({ id, name, isAdmin }: roles.Role) => ({ id, role: name, isAdmin })
