/** Permissions by subject, in the order of a role's form. */
const prefixes = {
  selling: ['orders', 'tickets'],
  money: ['payments', 'drawer', 'shifts', 'wallet'],
  goods: ['products', 'categories', 'suppliers', 'ingredients'],
  dishes: ['dish', 'spaces', 'tables'],
  staff: ['users', 'roles', 'permissions'],
  shop: ['reports', 'settings', 'printer', 'tills'],
} as const

export type PermissionGroup = keyof typeof prefixes
export const permissionGroups = Object.keys(prefixes) as PermissionGroup[]

/** Returns the permissions of a group; those without a group are about the shop. */
export function inGroup(group: PermissionGroup, names: readonly string[]): string[] {
  const groupOf = (name: string) =>
    permissionGroups.find((each) =>
      prefixes[each].some((prefix) => name.startsWith(`${prefix}_`)),
    ) ?? 'shop'
  return names.filter((name) => groupOf(name) === group)
}
