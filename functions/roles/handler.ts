import { isPermission } from '../../shared/auth/permissions.ts'
import { hashPin } from '../../shared/auth/pins.ts'
import { permissionList } from '../../shared/auth/user-info.ts'
import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import * as roles from '../../shared/table/roles.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ page }) =>
    (await roles.allRoles(page)).map((role) => ({ ...wire(role), password: '********' })),

  one: async ({ params }) => wire(await knownRole(params.id)),

  permissions: async ({ params }) => permissionList(await knownRole(params.id)),

  create: async ({ body: { role: name, isAdmin = false, password } }) =>
    roles.createRole({
      name,
      isAdmin,
      password: (await passwordHash(password, name)) ?? null,
    }),

  update: async ({ params: { id }, body: { role: name, isAdmin, password } }) => {
    const hash = await passwordHash(password, name)
    await roles.updateRole(id, { name, isAdmin, password: hash })
    return { id }
  },

  assign: async ({ params: { id }, body }) => {
    const permissions = [...new Set(body.permissions.filter(isPermission))]
    await roles.assignPermissions(id, permissions)
    return { roleId: id, assigned: permissions.length }
  },

  remove: ({ params }) => roles.retireRole(params.id),
})

const passwordHash = async (password: string | null | undefined, name: string) =>
  typeof password === 'string' ? hashPin(password, name) : password

async function knownRole(id: string): Promise<roles.Role> {
  const role = await roles.findRole(id)
  if (!role) throw new Failure('unknown')
  return role
}

const wire = ({ id, name, isAdmin }: roles.Role) => ({ id, role: name, isAdmin })
