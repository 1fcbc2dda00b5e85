import { pos } from '../../parts/pos.ts'

/** What cashiers do, at a counter and at tables. */
const cashier = [
  'orders_read',
  'orders_create',
  'orders_update',
  'orders_settle',
  'products_read',
  'categories_read',
  'dish_read',
  'spaces_read',
  'tables_read',
  'payments_read',
  'tickets_read',
  'shifts_read',
  'shifts_create',
]

/** The permissions of the roles that a till makes where the shop has none. */
export const permissionsOfRoles = {
  cashier,
  manager: [
    ...cashier,
    'orders_delete',
    'orders_discount',
    'orders_refund',
    'products_create',
    'products_update',
    'categories_create',
    'categories_update',
    'dish_create',
    'dish_update',
    'shifts_report_read',
    'reports_read',
    'users_read',
    'roles_read',
    'printer_update',
  ],
} as const

export type StaffRole = keyof typeof permissionsOfRoles

/** The id of the shop's role of this name, which is made if there is none. Throws PosError. */
export async function roleNamed(name: string, as: StaffRole): Promise<string> {
  const found = (await pos.roles.list()).find(({ role }) => role === name)
  if (found) return found.id
  const permissions = [...permissionsOfRoles[as]]
  const { id } = await pos.roles.create({ body: { role: name, permissions } })
  return id
}
