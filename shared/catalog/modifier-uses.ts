import { Failure } from '../failure.ts'
import type { Key } from '../platform/dynamodb/keys.ts'
import { versionConflict } from '../platform/dynamodb/optimistic-lock.ts'
import { update, upsert, type Write } from '../platform/dynamodb/write.ts'
import type { ModifierGroup } from './modifier-groups.ts'

/**
 * Number of live products and dishes per group, and the groups whose options take stock.
 * One record apart from the groups: a product with ten groups takes one action.
 */
const usesKey: Key = { pk: 'MODIFIERS', sk: 'USES' }

type Group = Pick<ModifierGroup, 'id' | 'options'>

/** Records that name groups. A dish names only groups that take no stock. */
type Namer = 'product' | 'dish'

/** A group's attributes. Names in expressions cannot have hyphens. */
const countOf = (namer: Namer, id: string) => `${namer}_${id.replaceAll('-', '_')}`
const stockOf = (id: string) => `takesStock_${id.replaceAll('-', '_')}`

const isGroupId = (id: string) => /^[0-9a-f-]{36}$/.test(id)

const takesStock = ({ options }: Group) =>
  options.some(({ productId }) => productId !== undefined)

const namedByNone = (namer: Namer, id: string) =>
  `attribute_not_exists(#${countOf(namer, id)}) OR #${countOf(namer, id)} = :none`

export const upsertUsesOfNew = (group: Group): Write =>
  upsert(usesKey, { set: { [stockOf(group.id)]: takesStock(group) } })

/** Fails with `invalid` when the options begin to take stock and a dish names the group. */
export function updateUsesOfChanged(before: Group, after: Group): Write[] {
  if (takesStock(before) === takesStock(after)) return []
  const set = { [stockOf(after.id)]: takesStock(after) }
  if (!takesStock(after)) return [update(usesKey, { set })]
  const condition = { when: namedByNone('dish', after.id), values: { none: 0 } }
  const fault = 'options: a dish names this group, so that none has a productId'
  return [update(usesKey, { set, ...condition }, () => new Failure('invalid', { fault }))]
}

/** Fails with `inUse` when a product or a dish names the group. */
export const updateUsesOfDeleted = ({ id }: Group): Write =>
  update(
    usesKey,
    {
      remove: [stockOf(id), countOf('product', id), countOf('dish', id)],
      when: `attribute_exists(#${stockOf(id)}) AND (${namedByNone('product', id)}) AND (${namedByNone('dish', id)})`,
      values: { none: 0 },
    },
    // Another request deleted the group if it is not there
    (uses) =>
      uses?.[stockOf(id)] === undefined ? versionConflict() : new Failure('inUse'),
  )

/**
 * Counts a product or dish whose groups change; undefined keeps them. Throws and fails with
 * `invalid` for an unknown group, and for one that takes stock and a dish.
 */
export function updateModifierUses(
  namer: Namer,
  from: readonly string[] = [],
  to?: readonly string[],
): Write[] {
  if (to === undefined) return []
  const added = to.filter((id) => !from.includes(id))
  const removed = from.filter((id) => !to.includes(id))
  if (!added.every(isGroupId)) throw unknownGroup()
  if (added.length + removed.length === 0) return []
  const conditions = added.map((id) =>
    namer === 'dish' ? `#${stockOf(id)} = :none` : `attribute_exists(#${stockOf(id)})`,
  )
  const add = Object.fromEntries([
    ...added.map((id) => [countOf(namer, id), 1]),
    ...removed.map((id) => [countOf(namer, id), -1]),
  ])
  if (conditions.length === 0) return [update(usesKey, { add })]
  return [
    update(
      usesKey,
      {
        add,
        when: conditions.join(' AND '),
        ...(namer === 'dish' && { values: { none: false } }),
      },
      unknownGroup,
    ),
  ]
}

const unknownGroup = () =>
  new Failure('invalid', {
    fault: 'modifierGroupIds: an unknown group, or one that takes stock and a dish',
  })
