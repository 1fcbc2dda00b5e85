import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { isPermission } from '../../shared/staff/permissions.ts'
import { hashPin } from '../../shared/staff/pins.ts'
import { privilegesOf } from '../../shared/staff/privileges.ts'
import * as roles from '../../shared/staff/roles.ts'
import { permissionList } from '../../shared/staff/user-info.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ page }) =>
    (await roles.allRoles(page)).map((role) => ({ ...wire(role), password: '********' })),

  one: async ({ params }) => wire(await requireRole(params.id)),

  permissions: async ({ params }) => permissionList(await requireRole(params.id)),

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
    const permissions = [...new Set(body.permissions.filter(isPermission))]
    await roles.assignPermissions(id, permissions, privilegesOf(caller))
    return { roleId: id, assigned: permissions.length }
  },

  remove: ({ params, caller }) => roles.softDeleteRole(params.id, privilegesOf(caller)),
})

const passwordHash = async (password: string | null | undefined, name: string) =>
  typeof password === 'string' ? hashPin(password, name) : password

async function requireRole(id: string): Promise<roles.Role> {
  const role = await roles.findRole(id)
  if (!role) throw new Failure('notFound')
  return role
}

const wire = ({ id, name, isAdmin }: roles.Role) => ({ id, role: name, isAdmin })
