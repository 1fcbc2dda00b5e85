import * as z from 'zod'
import { nonBlank, recordId, unlessBlank } from '../../platform/validation/fields.ts'
import { currentUserPin } from './user.ts'

export const Permission = z
  .object({
    id: recordId(),
    name: z.string().describe('Name, such as products_read'),
    description: z.string().describe('In English, such as Read products'),
    enabled: z.boolean().describe('Always true'),
    adminOnly: z.boolean().describe('Always false: any role may have it'),
  })
  .meta({ id: 'Permission', description: 'A permission of the catalogue' })

/** A role on the wire; `role` is its name. Its password is never shown. */
export const Role = z
  .object({
    id: recordId(),
    role: z.string().describe('Unique name, such as Waiter'),
    isAdmin: z.boolean().describe('Whether the role may do everything'),
    password: z.null().describe('Always null: a password is never shown'),
  })
  .meta({ id: 'Role', description: 'A role; `role` is its name' })

export const ListedRole = Role.extend({ password: z.literal('********') }).meta({
  id: 'ListedRole',
  description: 'A role with a mask in place of its password',
})

/** Names of permissions; names that the catalogue does not have are ignored. */
const permissionNames = z
  .array(z.string())
  .describe('Names; all that the role has from now on')

/** Without a password a role gives no wallet access; null removes it, blank keeps it. */
export const RoleInput = z
  .object({
    role: nonBlank.describe('Unique name, such as Waiter'),
    isAdmin: z.boolean().optional().describe('Only administrators can set it'),
    password: unlessBlank
      .nullish()
      .describe('Opens the wallet; null removes it, blank keeps it'),
    permissions: permissionNames.optional(),
    currentUserPin,
  })
  .meta({ id: 'RoleInput' })

export const RolePermissionsInput = z
  .object({ permissions: permissionNames, currentUserPin })
  .meta({ id: 'RolePermissionsInput' })
