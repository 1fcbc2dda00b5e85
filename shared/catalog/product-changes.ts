import { insertChangeAudit } from '../audit/audit-trail.ts'
import { softDeletedKey } from '../dynamodb/keys.ts'
import {
  retryOnConflict,
  updateUnchanged,
  VersionConflict,
  versionConflict,
} from '../dynamodb/optimistic-lock.ts'
import { read } from '../dynamodb/read.ts'
import { transact } from '../dynamodb/transact.ts'
import { updateUnique } from '../dynamodb/unique.ts'
import { deleteItem, insert, put, update, type Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { transactAndRespond } from '../idempotency/transact-and-respond.ts'
import { newId } from '../ids.ts'
import {
  type Components,
  componentsAfter,
  unchangedInNoBundle,
  updateBundleCounts,
} from './bundles.ts'
import {
  insertCreationAudit,
  insertDeletionAudit,
  insertProductAudit,
  insertTaxUseAudit,
} from './catalog-audit.ts'
import { updateCategoryUses } from './categories.ts'
import { type ModifiersRecord, modifiersKey } from './modifier-groups.ts'
import { updateModifierUses } from './modifier-uses.ts'
import { noStock, type ProductChange, type ProductInput, stockOf } from './product.ts'
import { allProducts, findProduct, type ProductRecord, productKey } from './products.ts'
import { updateTaxUses } from './taxes.ts'

/** Replacing all of them takes two actions each; a transaction takes 100 actions. */
const maxCategories = 40

const updateSku = (from: string | null, to: string | null) =>
  updateUnique('SKU', from, to)

/**
 * Creates a product. Throws `alreadyExists` for its SKU, `invalid` for an unknown category,
 * tax, modifier group or component, `tooManyCategories`.
 */
export async function createProduct(input: ProductInput) {
  const id = newId()
  const categoryIds = distinct(input.categoryIds ?? [])
  const components = componentsAfter(input, id)
  const product: ProductRecord = {
    ...productKey(id),
    ...storedFields(input),
    ...(components.length > 0 && { components }),
    id,
    SKU: input.SKU ?? null,
    categoryIds,
    version: 1,
  }
  await transactAndRespond(
    [
      insert(product),
      ...updateSku(null, product.SKU),
      ...updateCategoryUses('product', [], categoryIds),
      ...updateTaxUses(null, input.taxId),
      ...updateModifierUses('product', [], input.modifierGroupIds),
      ...updateBundleCounts([], components),
      insertCreationAudit(product),
    ],
    { id },
  )
  return { id }
}

/** Changes a product, by a user. Throws `notFound`, and what `createProduct` throws. */
export const changeProduct = (id: string, change: ProductChange, userId: string) =>
  retryOnConflict(async () => {
    const current = await findProduct(id)
    const isBundle = change.isBundle ?? current?.components !== undefined
    const stock = isBundle ? noStock : stockOf(change, current)
    if (!stock) throw new Failure('invalid', { fault: 'the stock is incomplete' })
    if (!current) throw new Failure('notFound')
    const { costCents = current.costCents } = change
    const input: ProductInput = { ...change, ...stock, costCents }
    const { SKU = current.SKU, ...fields } = storedFields(input)
    const categoryIds = distinct(input.categoryIds ?? current.categoryIds)
    const components = componentsAfter(input, id, current.components)
    await transact([
      updateProduct(current, { ...fields, SKU, categoryIds }, components),
      ...updateSku(current.SKU, SKU),
      ...updateCategoryUses('product', current.categoryIds, categoryIds),
      ...updateTaxUses(current.taxId, input.taxId),
      ...updateModifierUses('product', current.modifierGroupIds, input.modifierGroupIds),
      ...updateBundleCounts(current.components ?? [], components),
      ...insertProductAudit(userId, current, input, components.length > 0),
      ...insertTaxUseAudit(current, input.taxId),
      ...insertChangeAudit(
        { kind: 'bundle', subject: { id, name: current.name } },
        { components: current.components ?? [] },
        { components },
      ),
    ])
    return { id }
  })

/** Fails with `invalid` when the product becomes a bundle and is a component of another. */
function updateProduct(
  current: ProductRecord,
  fields: Partial<ProductRecord>,
  components: Components,
): Write {
  const change = { set: fields, add: { version: 1 } }
  if (components.length === 0) {
    return updateUnchanged(current, ['version'], { ...change, remove: ['components'] })
  }
  // Without stock it also sells no more as the ordinary product that a sale has read
  const set = { ...fields, ...noStock, components }
  return update(current, { ...change, set, ...unchangedInNoBundle(current) }, (stored) =>
    stored?.version === current.version
      ? new Failure('invalid', { fault: 'a component of a bundle cannot be a bundle' })
      : versionConflict(),
  )
}

/**
 * Soft-deletes a product and frees its SKU. An unknown product counts as deleted. Throws
 * `inBundles` for a component of bundles, `inModifiers` for one of which modifiers take units.
 */
export const softDeleteProduct = (id: string) =>
  retryOnConflict(async () => {
    const current = await findProduct(id)
    if (!current) return
    try {
      await transact([
        deleteItem(current, unchangedInNoBundle(current), versionConflict),
        put({ ...current, ...softDeletedKey('PRODUCT', id) }),
        ...updateSku(current.SKU, null),
        ...updateCategoryUses('product', current.categoryIds, []),
        ...updateTaxUses(current.taxId, null),
        ...updateModifierUses('product', current.modifierGroupIds, []),
        ...updateBundleCounts(current.components ?? [], []),
        insertDeletionAudit(current),
      ])
    } catch (error) {
      if (error instanceof VersionConflict) await refuseTaken(id)
      throw error
    }
  })

/** Throws `inBundles` or `inModifiers` with the names of what takes the product's units. */
async function refuseTaken(id: string): Promise<void> {
  const bundles = (await allProducts()).filter(({ components = [] }) =>
    components.some((each) => each.componentId === id),
  )
  if (bundles.length > 0) throw new Failure('inBundles', { names: namesOf(bundles) })
  const groups = (await read<ModifiersRecord>(modifiersKey))?.groups ?? []
  const taking = groups.filter(({ options }) =>
    options.some(({ productId }) => productId === id),
  )
  if (taking.length > 0) throw new Failure('inModifiers', { names: namesOf(taking) })
}

const namesOf = (records: readonly { readonly name: string }[]) =>
  records
    .map(({ name }) => name)
    .sort((one, other) => one.localeCompare(other, 'en'))
    .join(', ')

/** The fields that are stored as they are sent; the components of a bundle are checked. */
function storedFields({
  isBundle: _isBundle,
  bundleComponents: _bundleComponents,
  ...fields
}: ProductInput) {
  return fields
}

function distinct(categoryIds: readonly string[]): string[] {
  const ids = [...new Set(categoryIds)]
  if (ids.length > maxCategories) throw new Failure('tooManyCategories')
  return ids
}
