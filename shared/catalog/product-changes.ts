import { insertChangeAudit } from '../audit/audit-trail.ts'
import { type Key, softDeletedKey, uniqueGuard } from '../dynamodb/keys.ts'
import {
  retryOnConflict,
  updateUnchanged,
  VersionConflict,
  versionConflict,
} from '../dynamodb/optimistic-lock.ts'
import { transact } from '../dynamodb/transact.ts'
import {
  deleteIfPresent,
  deleteItem,
  insert,
  put,
  update,
  type Write,
} from '../dynamodb/write.ts'
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
  insertFirstStockAudit,
  insertLastStockAudit,
  insertProductAudit,
  insertTaxUseAudit,
} from './catalog-audit.ts'
import { decrementCategoryUses, incrementCategoryUses } from './categories.ts'
import { noStock, type ProductChange, type ProductInput, stockOf } from './product.ts'
import { allProducts, findProduct, type ProductRecord, productKey } from './products.ts'
import { updateTaxUses } from './taxes.ts'

/** Replacing all of them takes two actions each; a transaction takes 100 actions. */
const maxCategories = 40

const skuKey = (sku: string): Key => uniqueGuard('SKU', sku)
const insertSku = (sku: string) => insert(skuKey(sku), () => new Failure('alreadyExists'))

/**
 * Creates a product. Throws `alreadyExists` for its SKU, `invalid` for an unknown category,
 * tax or component, `tooManyCategories`.
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
      ...(product.SKU === null ? [] : [insertSku(product.SKU)]),
      ...categoryIds.map((categoryId) => incrementCategoryUses('product', categoryId)),
      ...updateTaxUses(null, input.taxId),
      ...updateBundleCounts([], components),
      insertFirstStockAudit(product),
    ],
    { id },
  )
  return { id }
}

/** Changes a product, by a user. Throws `notFound`, and what `createProduct` throws. */
export const changeProduct = (id: string, change: ProductChange, userId: string) =>
  retryOnConflict(async () => {
    const current = await findProduct(id)
    const isKept = current?.components !== undefined && change.isBundle !== false
    const stock = stockOf(change, current) ?? (isKept ? noStock : undefined)
    if (!stock) throw new Failure('invalid', { fault: 'the stock is incomplete' })
    if (!current) throw new Failure('notFound')
    const { costCents = current.costCents } = change
    const input: ProductInput = { ...change, ...stock, costCents }
    const { SKU = current.SKU, ...fields } = storedFields(input)
    const categoryIds = distinct(input.categoryIds ?? current.categoryIds)
    const components = componentsAfter(input, id, current.components)
    await transact([
      updateProduct(current, { ...fields, SKU, categoryIds }, components),
      ...(SKU === current.SKU
        ? []
        : [
            ...(current.SKU === null ? [] : [deleteIfPresent(skuKey(current.SKU))]),
            ...(SKU === null ? [] : [insertSku(SKU)]),
          ]),
      ...without(categoryIds, current.categoryIds).map((each) =>
        incrementCategoryUses('product', each),
      ),
      ...without(current.categoryIds, categoryIds).map((each) =>
        decrementCategoryUses('product', each),
      ),
      ...(input.taxId === undefined ? [] : updateTaxUses(current.taxId, input.taxId)),
      ...updateBundleCounts(current.components ?? [], components),
      ...insertProductAudit(userId, current, input, components.length > 0),
      ...insertTaxUseAudit(current, input.taxId),
      ...insertBundleAudit(current, components),
    ])
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
 * `inBundles` for a component of bundles.
 */
export const softDeleteProduct = (id: string) =>
  retryOnConflict(async () => {
    const current = await findProduct(id)
    if (!current) return
    try {
      await transact([
        deleteItem(current, unchangedInNoBundle(current), versionConflict),
        put({ ...current, ...softDeletedKey('PRODUCT', id) }),
        ...(current.SKU === null ? [] : [deleteIfPresent(skuKey(current.SKU))]),
        ...current.categoryIds.map((categoryId) =>
          decrementCategoryUses('product', categoryId),
        ),
        ...updateTaxUses(current.taxId, null),
        ...updateBundleCounts(current.components ?? [], []),
        insertLastStockAudit(current),
      ])
    } catch (error) {
      if (error instanceof VersionConflict) await refuseInBundles(id)
      throw error
    }
  })

/** Throws `inBundles` with the bundles' names if there are any. */
async function refuseInBundles(id: string): Promise<void> {
  const names = (await allProducts())
    .filter(({ components = [] }) => components.some((each) => each.componentId === id))
    .map(({ name }) => name)
  if (names.length === 0) return
  names.sort((one, other) => one.localeCompare(other, 'en'))
  throw new Failure('inBundles', { names: names.join(', ') })
}

const insertBundleAudit = (
  { id, name, components = [] }: ProductRecord,
  after: Components,
): Write[] =>
  insertChangeAudit(
    { kind: 'bundle', subject: { id, name } },
    { components },
    { components: after },
  )

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

const without = (some: readonly string[], others: readonly string[]) =>
  some.filter((each) => !others.includes(each))
