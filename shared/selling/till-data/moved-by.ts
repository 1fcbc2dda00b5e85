import { isDeepStrictEqual } from 'node:util'
import type { CategoryRecord } from '../../catalog/categories.ts'
import { modifiersKey } from '../../catalog/modifier-groups.ts'
import type { ProductRecord } from '../../catalog/products.ts'
import { taxesKey } from '../../catalog/taxes.ts'
import type { CommittedChange } from '../../events/changes/committed-change.ts'
import type { Role } from '../../people/staff/roles.ts'
import { areAllAdministrators, staffKey } from '../../people/staff/staff-count.ts'
import type { User } from '../../people/staff/users.ts'
import type { Item } from '../../platform/dynamodb/keys.ts'
import type { SpaceRecord } from '../restaurant/tables.ts'
import { baseCurrencyKey, configKey } from '../shop-config/config.ts'
import type { LongPart, WholePart } from './till-data.ts'
import { tillProduct } from './till-product.ts'
import type { Step } from './version.ts'

/** Fields of a record that tills keep; a change of other fields moves nothing. */
type Shows<Record> = {
  readonly part: LongPart | WholePart
  readonly shown: (record: Record) => unknown
}

/** Returns the record without the fields that a write counts besides. */
const whole = ({ version: _version, updatedAt: _at, ...rest }: Item) => rest

const ofPartition: Readonly<Record<string, Shows<never>>> = {
  PRODUCT: { part: 'products', shown: tillProduct as (record: ProductRecord) => unknown },
  CATEGORY: {
    part: 'categories',
    shown: ({ type, name }: CategoryRecord) => (type === 'ingredient' ? undefined : name),
  },
  DISH: { part: 'dishes', shown: whole },
  USER: { part: 'users', shown: ({ name, roleId }: User) => [name, roleId] },
  ROLE: { part: 'users', shown: ({ name }: Role) => name },
  PRINTER: { part: 'printers', shown: whole },
  SPACE: { part: 'spaces', shown: ({ name }: SpaceRecord) => name },
}

const ofSortKey: Readonly<Record<string, Shows<never>>> = {
  [taxesKey.sk]: { part: 'taxes', shown: whole },
  [modifiersKey.sk]: { part: 'modifiers', shown: whole },
  [configKey.sk]: { part: 'config', shown: whole },
  [staffKey.sk]: { part: 'config', shown: areAllAdministrators },
  [baseCurrencyKey.sk]: { part: 'currency', shown: whole },
}

/** The step that changes make; undefined where they move nothing. */
export function stepOf(changes: readonly CommittedChange[]): Step | undefined {
  const moved = changes.flatMap(({ key, before, after }) => {
    const shows = showsOf(key)
    if (!shows) return []
    const shown = shows.shown as (record: Item) => unknown
    const [was, is] = [before && shown(before), after && shown(after)]
    if (isDeepStrictEqual(was, is)) return []
    return [{ part: shows.part, id: String((after ?? before)?.id) }]
  })
  if (moved.length === 0) return undefined
  const rows: Partial<Record<LongPart, string[]>> = {}
  const parts = new Set<WholePart>()
  for (const { part, id } of moved) {
    if (part === 'products' || part === 'categories' || part === 'dishes') {
      rows[part] = [...new Set([...(rows[part] ?? []), id])]
    } else parts.add(part)
  }
  return { rows, parts: [...parts] }
}

const showsOf = ({ pk, sk }: CommittedChange['key']): Shows<never> | undefined => {
  if (Object.hasOwn(ofPartition, pk)) return ofPartition[pk]
  const isShops = ['SHOP', taxesKey.pk, modifiersKey.pk].includes(pk)
  return isShops && Object.hasOwn(ofSortKey, sk) ? ofSortKey[sk] : undefined
}
