import { holds, type PermissionName } from '../../people/staff/permissions.ts'

/**
 * Readers of a topic: everybody who may read it through the API, by one of these permissions.
 */
type Access = readonly PermissionName[] | 'administrator'

/** The topics that a socket of /ws/events can get. `?topics=` names some of these. */
export const topics = {
  order: ['orders_read'],
  line: ['orders_read'],
  table: ['tables_read'],
  product: ['products_read'],
  catalogue: ['products_read', 'dish_read'],
  stock: ['products_read'],
  printer: ['printer_update'],
  alert: 'administrator',
} as const satisfies Readonly<Record<string, Access>>

export type Topic = keyof typeof topics

/** The types of frames of /ws/events; each begins with its topic. */
export type EventType =
  | `${Exclude<Topic, 'alert'>}.changed`
  | 'catalogue.version'
  | 'alert.raised'
  | 'alert.cleared'

/** Rights of a socket of /ws/events, by its user's role when it was opened. */
export type EventRights = {
  readonly roleId: string | null
  readonly isAdmin: boolean
  /** Packed permissions, see `packPermissions`. */
  readonly permissions: string
  /** The topics that it asked for; absent for all. */
  readonly topics?: readonly Topic[]
}

const isTopic = (name: string): name is Topic => Object.hasOwn(topics, name)

/** The topics of a `?topics=`, by comma; undefined for all, null when one is unknown. */
export function topicsIn(text: string | undefined): readonly Topic[] | undefined | null {
  const names = (text ?? '').split(',').flatMap((name) => name.trim() || [])
  if (names.length === 0) return undefined
  return names.every(isTopic) ? names : null
}

/**
 * True if a socket gets frames of this type. All get heartbeats; those of /ws/payments
 * get payments; those of /ws/events get the topics that their permissions and URL allow.
 */
export function receives(events: EventRights | undefined, type: string): boolean {
  if (type === 'connected') return true
  const [topic = ''] = type.split('.')
  if (!type.includes('.') || !isTopic(topic)) return events === undefined
  if (!events || !(events.topics?.includes(topic) ?? true)) return false
  const needed: Access = topics[topic]
  return needed === 'administrator'
    ? events.isAdmin
    : needed.some((permission) => holds(events.permissions, permission))
}
