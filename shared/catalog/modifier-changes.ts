import { isDeepStrictEqual } from 'node:util'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import { insertAuditEntry } from '../people/audit/audit-trail.ts'
import { retryOnConflict, upsertVersioned } from '../platform/dynamodb/optimistic-lock.ts'
import { read, readMany } from '../platform/dynamodb/read.ts'
import { transact } from '../platform/dynamodb/transact.ts'
import { update, upsert, type Write } from '../platform/dynamodb/write.ts'
import { transactAndRespond } from '../platform/idempotency/transact-and-respond.ts'
import type {
  ModifierGroupInput,
  ModifierGroupPatch,
  ModifierOptionInput,
} from './modifier-group.ts'
import {
  type ModifierGroup,
  type ModifierOption,
  type ModifiersRecord,
  modifiersKey,
  modifiersVersionKey,
} from './modifier-groups.ts'
import {
  updateUsesOfChanged,
  updateUsesOfDeleted,
  upsertUsesOfNew,
} from './modifier-uses.ts'
import {
  type ProductRecord,
  productKey,
  readProducts,
  type StockHints,
  stockHints,
  withoutStockHints,
} from './products.ts'
import { hasVariants } from './variants.ts'

const maxGroups = 60
const maxOptions = 500

/** As JSON, about as they are stored; a record of the table has room for 400 KB. */
const maxBytes = 128 * 1024

/** Products that the options of a group take; each takes an action of a transaction's 100. */
const maxProducts = 40

type Group = ModifierGroup

/** All modifier groups of the shop, oldest first. */
export const allModifierGroups = async () =>
  (await read<ModifiersRecord>(modifiersKey))?.groups ?? []

/** Creates a modifier group. Throws `invalid`. */
export const createModifierGroup = (input: ModifierGroupInput) =>
  retryOnConflict(async () => {
    const current = await read<ModifiersRecord>(modifiersKey)
    const group = await groupAfter({ ...input, id: newId() }, [])
    await transactAndRespond(
      [
        ...upsertGroups(current, [...(current?.groups ?? []), group]),
        upsertUsesOfNew(group),
        ...updateProductCounts([], group.options),
        insertGroupAudit(group, null, group),
      ],
      { id: group.id },
    )
    return { id: group.id }
  })

/** Changes a modifier group. Throws `notFound`, and `invalid`. */
export const changeModifierGroup = (id: string, patch: ModifierGroupPatch) =>
  retryOnConflict(async () => {
    const { record, group: before } = await requireGroup(id)
    const { name = before.name, min = before.min, max = before.max } = patch
    const options = patch.options ?? before.options.map(asSent)
    const group = await groupAfter({ id, name, min, max, options }, before.options)
    const groups = record.groups.map((each) => (each.id === id ? group : each))
    await transact([
      ...upsertGroups(record, groups),
      ...updateUsesOfChanged(before, group),
      ...updateProductCounts(before.options, group.options),
      insertGroupAudit(group, before, group),
    ])
    return { id }
  })

/** Deletes a modifier group that no product or dish names. Throws `notFound`, `inUse`. */
export const deleteModifierGroup = (id: string) =>
  retryOnConflict(async () => {
    const { record, group } = await requireGroup(id)
    const others = record.groups.filter((each) => each.id !== id)
    await transact([
      ...upsertGroups(record, others),
      updateUsesOfDeleted(group),
      ...updateProductCounts(group.options, []),
      insertGroupAudit(group, group, null),
    ])
  })

/**
 * Refreshes the stock hints of options that take the product, as `refreshHintsInBundles`
 * does for bundles.
 */
export const refreshHintsInGroups = ({ id }: ProductRecord) =>
  retryOnConflict(async () => {
    const [record, product] = await readMany<[ModifiersRecord, ProductRecord]>([
      modifiersKey,
      productKey(id),
    ])
    const takes = ({ productId }: ModifierOption) => productId === id
    if (!record || !product || !record.groups.some((each) => each.options.some(takes)))
      return
    const groups = record.groups.map((group) => ({
      ...group,
      options: group.options.map((option) =>
        takes(option) ? withHints(asSent(option), product) : option,
      ),
    }))
    await transact(upsertGroups(record, groups))
  })

async function requireGroup(id: string) {
  const record = await read<ModifiersRecord>(modifiersKey)
  const group = record?.groups.find((each) => each.id === id)
  if (!record || !group) throw new Failure('notFound')
  return { record, group }
}

const invalid = (fault: string) => new Failure('invalid', { fault })

/** A group with options as they were sent, which keep the ids of those that were there. */
async function groupAfter(
  { options: sent, ...rest }: ModifierGroupInput & { readonly id: string },
  before: readonly ModifierOption[],
): Promise<Group> {
  const { min, max } = rest
  if (min > max) throw invalid('min is above max')
  const defaults = sent.filter(({ isDefault }) => isDefault).length
  if (defaults < min || defaults > max) {
    throw invalid('options: the defaults must satisfy min and max')
  }
  const known = new Set(before.map(({ id }) => id))
  const ids = sent.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length || !ids.every((id) => known.has(id))) {
    throw invalid('options: an id names no option of this group, or one twice')
  }
  // An option keeps its product even if that is no longer a plain product
  const kept = new Map(before.map((option) => [option.id, option]))
  const isKept = ({ id = '', productId }: ModifierOptionInput) =>
    kept.get(id)?.productId === productId
  const products = await productsOf(sent.filter((option) => !isKept(option)))
  const options = sent.map((option) =>
    isKept(option)
      ? withHints(option, kept.get(option.id ?? ''))
      : withHints(option, products.get(option.productId ?? '')),
  )
  return { ...rest, options }
}

/** The products that options take, by their ids. Throws `invalid`. */
async function productsOf(
  options: readonly ModifierOptionInput[],
): Promise<ReadonlyMap<string, ProductRecord>> {
  const ids = new Set(options.flatMap(({ productId }) => productId ?? []))
  if (ids.size > maxProducts) {
    throw invalid(`options: a group takes at most ${maxProducts} products`)
  }
  const products = await readProducts(ids)
  return new Map(
    products.map((product) => {
      if (!product || product.components || hasVariants(product)) throw invalidProduct()
      if (product.quantity === undefined) throw invalidProduct()
      return [product.id, product]
    }),
  )
}

const invalidProduct = () =>
  invalid('options: productId names no plain product, or a bundle')

/** An option as it is stored: a sale does not read the product that it takes. */
function withHints(
  { id = newId(), productId, quantity, ...rest }: ModifierOptionInput,
  hints: StockHints | undefined,
): ModifierOption {
  if (!productId) return { id, ...rest }
  return { id, ...rest, productId, quantity, ...stockHints(hints) }
}

const asSent = ({ quantity = 1, ...option }: ModifierOption): ModifierOptionInput => ({
  ...withoutStockHints(option),
  quantity,
})

/** Stores the groups and their version, which a sale checks by itself. Throws `invalid`. */
function upsertGroups(
  current: ModifiersRecord | undefined,
  groups: readonly Group[],
): Write[] {
  if (groups.length > maxGroups) {
    throw invalid(`a shop has at most ${maxGroups} modifier groups`)
  }
  if (groups.flatMap(({ options }) => options).length > maxOptions) {
    throw invalid(`a shop has at most ${maxOptions} modifiers`)
  }
  if (Buffer.byteLength(JSON.stringify(groups)) > maxBytes) {
    throw invalid('the modifier groups of the shop are too large')
  }
  const version = (current?.version ?? 0) + 1
  return [
    upsertVersioned(modifiersKey, current, { groups }),
    upsert(modifiersVersionKey, { set: { version } }),
  ]
}

/**
 * Counts a group at the products that its options take beside the bundles that name them:
 * such a product and its default variant are not deleted, and it becomes no bundle.
 */
function updateProductCounts(
  from: readonly ModifierOption[],
  to: readonly ModifierOption[],
): Write[] {
  const [before, after] = [takenBy(from), takenBy(to)]
  return [
    ...[...after.difference(before)].map((id) =>
      update(
        productKey(id),
        { add: { bundleCount: 1, version: 1 }, when: hasOwnUnits },
        invalidProduct,
      ),
    ),
    ...[...before.difference(after)].map((id) =>
      update(productKey(id), { add: { bundleCount: -1, version: 1 } }),
    ),
  ]
}

/** No bundle, and its default variant is there. */
const hasOwnUnits = 'attribute_not_exists(#components) AND attribute_exists(#quantity)'

const takenBy = (options: readonly ModifierOption[]) =>
  new Set(options.flatMap(({ productId }) => productId ?? []))

const insertGroupAudit = (
  { id, name }: Group,
  before: Group | null,
  after: Group | null,
): Write | undefined => {
  const values = {
    before: before && auditValues(before),
    after: after && auditValues(after),
  }
  if (isDeepStrictEqual(values.before, values.after)) return undefined
  return insertAuditEntry({ kind: 'modifier', subject: { id, name }, ...values })
}

const auditValues = ({ name, min, max, options }: Group) => ({ name, min, max, options })
