import type * as z from 'zod'
import type { Check } from '../../platform/dynamodb/only-while.ts'
import type { Permission } from './role.ts'

/**
 * The permission catalogue: name, description, id. The ids are part of the contract. A
 * name's position is its bit in the access token, so new names go to the end.
 */
// biome-ignore format: one permission per line
const catalogue = [
  ['users_read', 'see staff accounts', '0098378a-19b3-4538-b988-c8e26b6a5eac'],
  ['users_create', 'add staff accounts', 'f69f5707-3b6e-4cc9-bdbf-58f1edd28558'],
  ['users_update', 'change staff accounts', 'd240917a-92ca-48ed-81f0-b49f808929b9'],
  ['users_delete', 'remove staff accounts', 'f3dd4686-9536-4306-bb09-af2a74815b74'],
  ['roles_read', 'see roles', 'a3f4a894-1fe7-488c-addb-288c26ee3a9e'],
  ['roles_create', 'add roles', '4cec8dd5-aa46-44eb-a2d1-f5ef9e224a7c'],
  ['roles_update', 'change roles, assign permissions', 'f634fac3-d797-4c29-b53c-bb04cc9ff595'],
  ['roles_delete', 'remove roles', '6084be79-519c-4559-b23f-d1b563ea7a32'],
  ['permissions_read', 'see this catalogue', '2651e9c9-a69c-45e5-9a6f-0ee686333943'],
  ['products_read', 'see store products', '79d96716-fd70-4765-84a9-d245e03a24e0'],
  ['products_create', 'add products', '8256b29a-65a4-40a5-9fb9-af179ca2e851'],
  ['products_update', 'change products', 'ccd67b62-58c6-4eec-b501-31c6b32d930d'],
  ['products_delete', 'remove products', '7768e9af-1495-4c80-be5a-514f4bd10aa4'],
  ['categories_read', 'see categories of every type', '768af17d-a169-4605-aad9-9387f8362265'],
  ['categories_create', 'add categories', '40cfc059-540c-42d2-aebf-097242361b2a'],
  ['categories_update', 'change categories', 'a16baa0b-3fc6-49d2-b013-f70ace296343'],
  ['categories_delete', 'remove categories', 'a2fa39f1-72f8-4ae3-8375-9cdd99c80370'],
  ['dish_read', 'see the menu', '68a8bd1f-6e12-4f7e-96b6-cf636c47b753'],
  ['dish_create', 'add dishes', '2c59e82b-fae3-4f86-acd2-6134c7c23272'],
  ['dish_update', 'change dishes', '5f142033-619d-456f-b74a-cdc683b354f1'],
  ['dish_delete', 'remove dishes', '7975bf9d-9f77-408d-828b-62e053092884'],
  ['ingredients_read', 'see kitchen stock', '503f1792-8a1b-478a-83fb-0693e18d89ac'],
  ['ingredients_create', 'add ingredients', '2682797e-9bba-42a7-b715-ad59cc3eba82'],
  ['ingredients_update', 'change ingredients', 'f0e95dec-068c-4f84-b23a-5202994f016e'],
  ['ingredients_delete', 'remove ingredients', '48f027e7-97b7-4509-8777-138822dd3fcb'],
  ['suppliers_read', 'see suppliers', 'e0fb7f11-44c0-458a-9e04-848bbbc8fad3'],
  ['suppliers_create', 'add suppliers', 'd06557a4-0028-4816-a9c4-5e804e47a873'],
  ['suppliers_update', 'change suppliers', 'eaad8825-3f0f-44f0-8a72-7b2e782f4091'],
  ['suppliers_delete', 'remove suppliers', '24ffde40-6151-4a20-b211-4bab34295b24'],
  ['orders_read', 'see orders of both modules', '37a5474a-ed51-4897-a022-613316533fcb'],
  ['orders_create', 'take orders, check out, adjust stock', '0e9ed7a0-805b-467d-bcfc-ab6e35ca3349'],
  ['orders_update', 'change orders and dish status', 'b6091c61-eb09-46fc-b47f-cb30d5bd63de'],
  ['orders_delete', 'delete or cancel orders, remove dishes', '2f444784-982d-40e1-a8a6-9c6e80466169'],
  ['orders_export', 'export orders', '7c1962fe-4bf7-4033-9d18-2858f6e25fe2'],
  ['tickets_read', 'see tickets', 'eab3951f-0b27-4290-aae1-1a2b30dcb5d7'],
  ['tickets_create', 'issue tickets', 'f57eb20d-f32c-42f6-8421-6e354d8df8bf'],
  ['tickets_update', 'change tickets', '6567e085-22e0-4421-88ac-c8a27188e04d'],
  ['tickets_delete', 'delete tickets', 'df8fc2d3-f3bc-4510-b3b4-4401adefa2b6'],
  ['payments_read', 'see payments, methods, currencies', 'f6b7a17a-e04d-4cab-a92d-ea769cab770c'],
  ['payments_create', 'record payments', 'df6665e6-d066-41dd-b0d1-ec2ab9ac9bea'],
  ['payments_update', 'change payments, link them to tickets', '4beca71d-7043-449a-a24a-e570072b41a5'],
  ['payments_delete', 'delete payments and links', '45fbfaed-056d-4a28-aaa3-4c397e7750f9'],
  ['spaces_read', 'see spaces', '0af09123-cb94-4af9-81b7-88423bab7448'],
  ['spaces_create', 'add spaces', 'ab73d4f6-ee5f-4492-a1c7-ee28dc8374f1'],
  ['spaces_update', 'change spaces', '5549310e-4618-4b23-a87d-fc5eb23c7537'],
  ['spaces_delete', 'remove spaces', 'e0ed5777-4968-42fc-81a5-5c84ef18f71e'],
  ['tables_read', 'see tables', '5cd17b7d-533a-4839-96e6-9bf4dcb6f2f2'],
  ['tables_create', 'add tables', '1d5d4185-e530-4f99-bcce-8818216965df'],
  ['tables_update', 'change tables', '7a53d33b-25d9-4f7f-9c72-92d19cb57f8c'],
  ['tables_delete', 'remove tables', 'bd788307-227e-46bb-88fc-06c38dd5bebe'],
  ['shifts_read', 'see shifts', 'cdc42958-2e65-4b16-be29-3465cb48de8b'],
  ['shifts_create', 'open and close shifts', '3f3a56f8-af6d-4609-893e-6751ae8048a5'],
  ['shifts_update', 'correct shifts (with shifts_create)', '76057138-9577-493e-b501-2747d8414ac1'],
  ['shifts_delete', 'delete shifts', 'feb24c09-5b12-4556-bc0b-4d11347d4b65'],
  ['reports_read', 'see sales reports', '6f1f54ed-39ac-40ff-a2a9-8a8c893b7b66'],
  ['reports_export', 'export reports', '5cea5a9a-986c-41d2-ab1d-fbc2311c45a6'],
  ['settings_read', 'see settings and currencies', 'd46205c2-e5f1-43e6-a33d-e64e3bc051bd'],
  ['settings_update', 'change settings, base currency', '7f9c5cad-3c37-4783-b048-13be6f829be3'],
  ['printer_update', 'manage printers', '7e818a84-9cfc-4e24-afd2-780816b4b4c0'],
  ['wallet_read', 'show the wallet area in clients', 'ed6d1925-3206-42af-8806-2a5d3afcfeb1'],
  ['orders_discount', 'give discounts', 'bd96ea45-8640-4b52-ac09-933152a5190d'],
  ['orders_refund', 'refund sales', 'de5d0044-99b8-43d6-81a6-0a803e0e186c'],
  ['shifts_report_read', 'see shift and Z reports', '6f98b45f-e060-4735-ab83-aa4811e24b54'],
  ['orders_settle', 'settle, split, merge and move bills', '0b69eaa5-0ed1-4915-bd6c-0f8941cde5b0'],
  ['drawer_open', 'open the cash drawer without a sale', 'c1f0a8d2-5b37-4e64-9c0a-7d2e4b9f6a13'],
  ['tills_create', 'add, rename and revoke tills', '5be3c0a7-92d4-4f18-8e6b-d1a07c34f925'],
] as const

/** The name of a permission, `<resource>_<action>`. */
export type PermissionName = (typeof catalogue)[number][0]

type ListedPermission = Readonly<z.output<typeof Permission>> & {
  readonly name: PermissionName
}

/** Every permission as clients see it, sorted by name. */
export const permissions: readonly ListedPermission[] = catalogue
  .map(([name, description, id]) => ({
    id,
    name,
    description,
    enabled: true,
    adminOnly: false,
  }))
  .sort((one, other) => (one.name < other.name ? -1 : 1))

const bits = new Map(catalogue.map(([name], bit) => [name, 1n << BigInt(bit)]))

/** True if a text from a client is the name of a permission. */
export const isPermission = (name: string): name is PermissionName =>
  bits.has(name as PermissionName)

/** A permission set as the hexadecimal bitmap that an access token carries. */
export function packPermissions(names: Iterable<PermissionName>): string {
  let bitmap = 0n
  for (const name of names) bitmap |= bits.get(name) ?? 0n
  return bitmap.toString(16)
}

/** A packed permission set with one more permission. */
export const withPermission = (packed: string, name: PermissionName): string =>
  (BigInt(`0x${packed}`) | (bits.get(name) ?? 0n)).toString(16)

/** The bitmap of every permission of the catalogue. */
export const everyPermission = packPermissions(bits.keys())

/** The fields of a role that decide which permissions its users have. */
type RoleRights = {
  readonly isAdmin: boolean
  readonly permissions: readonly PermissionName[]
}

/** The packed permissions of a role's users: all for administrators, none without a role. */
export function permissionsOf(role: RoleRights | undefined): string {
  if (!role) return packPermissions([])
  return role.isAdmin ? everyPermission : packPermissions(role.permissions)
}

/** The permissions of a role as clients see them, sorted by name. */
export function permissionList(role: RoleRights) {
  const packed = permissionsOf(role)
  return permissions.filter(({ name }) => holds(packed, name))
}

/** True if a packed permission set contains a permission. */
export const holds = (packed: string, name: PermissionName): boolean =>
  (BigInt(`0x${packed}`) & (bits.get(name) ?? 0n)) !== 0n

/**
 * Checks of a change of users or roles that concerns the rights of administrators, beyond
 * its permission. Both functions read the caller's user and role, throw `adminRequired`,
 * and return condition checks for the change's transaction, so that it fails if the
 * caller loses those rights in between.
 */
export type Privileges = {
  readonly userId: string
  /** The caller must be an administrator. */
  readonly prepareAdministratorChecks: () => Promise<Check[]>
  /** The caller must have all of these permissions; an administrator has every one. */
  readonly preparePermissionChecks: (names: readonly PermissionName[]) => Promise<Check[]>
}
