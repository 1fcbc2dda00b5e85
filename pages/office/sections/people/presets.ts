/** Permissions of waiters: tables and their bills, from the order to the payment. */
const waiter = [
  'orders_read',
  'orders_create',
  'orders_update',
  'orders_settle',
  'dish_read',
  'products_read',
  'categories_read',
  'spaces_read',
  'tables_read',
  'payments_read',
  'tickets_read',
  'shifts_read',
]

/** Permissions of cashiers, at a counter and at tables, with a drawer of their own. */
const cashier = [...waiter, 'shifts_create']

/** The permissions that a role begins with, by what its people do; an owner may do everything. */
export const presets = {
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
    'ingredients_read',
    'suppliers_read',
    'suppliers_create',
    'shifts_report_read',
    'reports_read',
    'users_read',
    'roles_read',
    'printer_update',
    'drawer_open',
  ],
  cashier,
  waiter,
  kitchen: ['orders_read', 'orders_update', 'dish_read', 'categories_read'],
} as const

export type Preset = keyof typeof presets
export const presetNames = Object.keys(presets) as Preset[]
