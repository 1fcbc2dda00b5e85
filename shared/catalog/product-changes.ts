import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import { insertChangeAudit } from '../people/audit/audit-trail.ts'
import type { Privileges } from '../people/staff/permissions.ts'
import { softDeletedKey } from '../platform/dynamodb/keys.ts'
import { onlyWhile } from '../platform/dynamodb/only-while.ts'
import {
  retryOnConflict,
  updateUnchanged,
  VersionConflict,
  versionConflict,
} from '../platform/dynamodb/optimistic-lock.ts'
import { maxActions, transact } from '../platform/dynamodb/transact.ts'
import {
  deleteItem,
  insert,
  put,
  update,
  type Write,
  type Writes,
} from '../platform/dynamodb/write.ts'
import { transactAndRespond } from '../platform/idempotency/transact-and-respond.ts'
import { refuseLongName } from '../platform/validation/names.ts'
import {
  type Components,
  componentsAfter,
  refreshHintsInBundles,
  unchangedInNoBundle,
  updateBundleCounts,
} from './bundles.ts'
import {
  insertCatalogAudit,
  insertCreationAudit,
  insertDeletionAudit,
  insertProductAudit,
  insertTaxUseAudit,
} from './catalog-audit.ts'
import { updateCategoryUses } from './categories.ts'
import { takeCodes, updateCodes } from './codes.ts'
import { refreshHintsInGroups } from './modifier-changes.ts'
import { updateModifierUses } from './modifier-uses.ts'
import {
  noStock,
  type ProductChange,
  type ProductInput,
  type StockPolicy,
  stockOf,
} from './product.ts'
import {
  findProduct,
  mayBeBelowZero,
  type ProductRecord,
  productKey,
  type StoredComponent,
  withoutStockHints,
} from './products.ts'
import { refuseTaken } from './taken-products.ts'
import { updateTaxUses } from './taxes.ts'
import { changedVariant, variantAttributes } from './variant-attributes.ts'
import {
  hasVariants,
  ownVariantOf,
  plainVariant,
  type Variant,
  variantsOf,
} from './variants.ts'

/** Replacing all of them takes two actions each; a transaction takes 100 actions. */
const maxCategories = 40

/**
 * Creates a product. Throws `alreadyExists` for its SKU and barcodes, `invalid` for an unknown
 * category, tax, modifier group or component, `tooManyCategories`, and `adminRequired` where
 * others than administrators would have its units taken afterwards.
 */
export async function createProduct(input: ProductInput, by: Privileges) {
  const id = newId()
  await retryOnConflict(async () => {
    const { product, writes, codes } = await prepareNewProduct(id, input)
    const checks = product.stockPolicy ? await by.prepareAdministratorChecks() : []
    const checked = onlyWhile(checks, writes)
    await takeCodes(codes, () => transactAndRespond(checked, { id }))
  })
  return { id }
}

/** A new product and its writes, which `takeCodes` runs. They fail and this throws as above. */
export async function prepareNewProduct(id: string, input: ProductInput) {
  refuseLongName(input.name)
  const categoryIds = distinct(input.categoryIds ?? [])
  const own = { SKU: input.SKU ?? null, barcodes: input.barcodes ?? [] }
  const codes = { before: [], after: [own] }
  const components = await componentsAfter(input, id)
  const isBundle = components.length > 0
  const isUnpriced = input.priceCents === undefined
  const product: ProductRecord = {
    ...productKey(id),
    ...storedFields(input),
    priceCents: input.priceCents ?? 0,
    ...(!isBundle && input.hasVariants && { hasVariants: true }),
    ...(isUnpriced && {
      isUnpriced,
      variants: [{ ...plainVariant(id), isActive: false }],
    }),
    costCents: input.costCents,
    quantity: input.quantity,
    minStockThreshold: input.minStockThreshold,
    maxStockThreshold: input.maxStockThreshold,
    ...(own.barcodes.length > 0 && { barcodes: own.barcodes }),
    ...(isBundle && { components }),
    ...(!isBundle && input.trackStock === false && { trackStock: false }),
    ...(!isBundle && input.stockPolicy === 'afterwards' && { stockPolicy: 'afterwards' }),
    ...(input.isAvailable === false && { isAvailable: false }),
    id,
    SKU: own.SKU,
    categoryIds,
    version: 1,
  }
  const writes: Writes = [
    insert(product),
    ...updateCodes(id, codes),
    ...updateCategoryUses('product', [], categoryIds),
    ...updateTaxUses(null, input.taxId),
    ...updateModifierUses('product', [], input.modifierGroupIds),
    ...updateBundleCounts([], components),
    insertCreationAudit(product),
  ]
  return { product, codes, writes }
}

/**
 * Changes a product and its default variant; ignores the variant's price and quantity if
 * there are others. Throws `notFound`, `productChanged` unless the version is the one
 * that was read, and the failures of `createProduct`.
 */
export const changeProduct = (id: string, change: ProductChange, by: Privileges) =>
  retryOnConflict(async () => {
    const current = await findProduct(id)
    if (!current) {
      refuseWrongStock(change)
      throw new Failure('notFound')
    }
    if (change.ifVersion !== undefined && change.ifVersion !== current.version) {
      throw new Failure('productChanged')
    }
    const { writes, codes, refreshHints } = await prepareProductChange(
      current,
      change,
      by.userId,
    )
    const isOtherPolicy = policyAfter(current, change) !== policyOf(current)
    const checks = isOtherPolicy ? await by.prepareAdministratorChecks() : []
    await takeCodes(codes, () => transact(onlyWhile(checks, writes)))
    await refreshHints()
    return { id }
  })

function refuseWrongStock(change: ProductChange): void {
  const { isBundle, keepStock, priceCents } = change
  if (priceCents === undefined) throw priceMissing()
  if (!isBundle && !keepStock && !stockOf(change)) throw stockIncomplete()
}

const priceMissing = () =>
  new Failure('invalid', { fault: 'is missing', field: 'priceCents' })

const stockIncomplete = () => new Failure('invalid', { fault: 'the stock is incomplete' })

/**
 * Returns the writes of a product's change, which `takeCodes` runs, and the work after them.
 * Both fail as `changeProduct` says. With `keepsUnits` sales alone change the stock.
 */
export async function prepareProductChange(
  current: ProductRecord,
  change: ProductChange,
  userId: string,
  keepsUnits = change.keepStock || hasVariants(current),
) {
  const { id } = current
  refuseLongName(change.name, current.name)
  const isBundle = change.isBundle ?? current.components !== undefined
  const counted = keepsUnits ? { ...change, quantity: 0 } : change
  const stock = isBundle
    ? noStock
    : stockOf(counted, current, mayBeBelowZero(current, current.quantity))
  if (!stock) throw stockIncomplete()
  if (change.priceCents === undefined && !hasVariants(current)) throw priceMissing()
  const categoryIds = distinct(change.categoryIds ?? current.categoryIds)
  const components = await componentsAfter(change, id, current.components)
  const own = ownVariantOf(current)
  const { quantity, ...thresholds } = stock
  const changed =
    own &&
    changedVariant(own, {
      ...change,
      // A bundle has no variants to be switched off
      isActive: isBundle || own.isActive,
      ...(hasVariants(current) && { priceCents: undefined }),
      quantity: keepsUnits ? undefined : quantity,
    })
  const before = variantsOf(current)
  const after = before.map((each) => (each.id === changed?.id ? changed : each))
  const codes = { before, after }
  const { priceCents: _priceCents, ...fields } = storedFields(change)
  const writes: Writes = [
    updateProduct(
      current,
      change,
      { ...fields, ...thresholds, categoryIds },
      { own: changed, after, keepsUnits },
      components,
    ),
    ...updateCodes(id, codes),
    ...updateCategoryUses('product', current.categoryIds, categoryIds),
    ...updateTaxUses(current.taxId, change.taxId),
    ...updateModifierUses('product', current.modifierGroupIds, change.modifierGroupIds),
    ...updateBundleCounts(current.components ?? [], components),
    ...(own && changed
      ? insertProductAudit(
          userId,
          { ...own, id, name: current.name },
          changed,
          components.length > 0,
        )
      : []),
    ...insertTaxUseAudit(current, change.taxId),
    ...insertSwitchAudit(userId, current, change),
    ...insertCatalogAudit(userId, current, describedOf(current, own), {
      name: change.name,
      description: change.description,
      imageUrl: change.imageUrl,
      categoryIds,
      ...thresholds,
      SKU: changed?.SKU,
      barcodes: changed?.barcodes,
    }),
    ...insertChangeAudit(
      { kind: 'bundle', subject: { id, name: current.name } },
      { components: (current.components ?? []).map(withoutHints) },
      { components: components.map(withoutHints) },
    ),
  ]
  const refreshHints = async () => {
    const isSame =
      (change.trackStock ?? isTracked(current)) === isTracked(current) &&
      policyAfter(current, change) === policyOf(current)
    if (isSame) return
    await refreshHintsInBundles(current)
    await refreshHintsInGroups(current)
  }
  return { writes, codes, refreshHints }
}

/** Returns the fields of a product that the audit trail keeps besides price, stock and tax. */
const describedOf = (
  { name, description, imageUrl, categoryIds, ...thresholds }: ProductRecord,
  own: Variant | undefined,
) => ({
  name,
  description: description ?? null,
  imageUrl: imageUrl ?? null,
  categoryIds,
  minStockThreshold: thresholds.minStockThreshold,
  maxStockThreshold: thresholds.maxStockThreshold,
  SKU: own?.SKU,
  barcodes: own?.barcodes,
})

/** Logs changes of the switches that decide whether a sale checks stock and price. */
const insertSwitchAudit = (
  userId: string,
  product: ProductRecord,
  change: ProductChange,
) => {
  const { id, name, ...current } = product
  const { trackStock, isAvailable, modifierGroupIds } = change
  return [
    ...insertChangeAudit(
      { kind: 'stock', userId, subject: { id, name } },
      {
        trackStock: current.trackStock !== false,
        isAvailable: current.isAvailable !== false,
      },
      {
        trackStock: trackStock ?? undefined,
        isAvailable: isAvailable ?? undefined,
      },
    ),
    ...insertChangeAudit(
      { kind: 'price', userId, subject: { id, name } },
      { modifierGroupIds: current.modifierGroupIds ?? [] },
      { modifierGroupIds },
    ),
    ...insertChangeAudit(
      { kind: 'stock', userId, subject: { id, name } },
      { stockPolicy: policyOf(product) },
      { stockPolicy: policyAfter(product, change) },
      { quantity: unitsOf(product) },
    ),
  ]
}

const isTracked = ({ trackStock }: ProductRecord) => trackStock !== false

const policyOf = ({ stockPolicy }: ProductRecord): StockPolicy => stockPolicy ?? 'exact'

/** A bundle keeps the policy that it had as another product: only administrators change it. */
const policyAfter = (current: ProductRecord, change: ProductChange): StockPolicy => {
  const isBundle = change.isBundle ?? current.components !== undefined
  return (isBundle ? undefined : change.stockPolicy) ?? policyOf(current)
}

/** Returns the fields of a component that clients sent. */
const withoutHints = ({ unitsIn: _unitsIn, ...component }: StoredComponent) =>
  withoutStockHints(component)

/**
 * Gives a product these fields, its variants with the changed own one, and its components. Fails with
 * `invalid` when the product becomes a bundle and is a component of another, or has variants.
 */
function updateProduct(
  current: ProductRecord,
  change: ProductChange,
  fields: object,
  {
    own,
    after,
    keepsUnits,
  }: { own: Variant | undefined; after: readonly Variant[]; keepsUnits: boolean },
  components: Components,
): Write {
  const isBundle = components.length > 0
  const attributes = variantAttributes(current.id, current.options ?? [], after)
  const flags = {
    trackStock: isBundle || (change.trackStock ?? current.trackStock ?? true),
    isAvailable: change.isAvailable ?? current.isAvailable ?? true,
  }
  const isStored = ([, flag]: readonly [string, boolean]) => !flag
  const stockPolicy = policyAfter(current, change)
  const set = {
    ...fields,
    ...attributes.set,
    ...Object.fromEntries(Object.entries(flags).filter(isStored)),
    ...(stockPolicy === 'afterwards' && { stockPolicy }),
  }
  const remove = [
    ...attributes.remove,
    ...[...Object.keys(flags), 'stockPolicy'].filter((name) => !(name in set)),
  ]
  if (!isBundle) {
    const units = own && !keepsUnits ? { [own.unitsIn]: own.quantity } : {}
    return updateUnchanged(current, ['version'], {
      set: { ...set, ...units },
      add: { version: 1 },
      remove: [...remove, 'components'],
    })
  }
  if (hasVariants(current) || own?.id !== current.id) {
    throw new Failure('invalid', { fault: 'a bundle has no options or variants' })
  }
  return update(
    current,
    {
      // Without stock it also sells no more as the ordinary product that a sale has read
      set: { ...set, ...noStock, components },
      add: { version: 1 },
      remove,
      ...unchangedInNoBundle(current),
    },
    (stored) =>
      stored?.version === current.version
        ? new Failure('invalid', { fault: 'a component of a bundle cannot be a bundle' })
        : versionConflict(),
  )
}

/**
 * Soft-deletes a product and frees its SKU and barcodes, as many as fit into a transaction:
 * `takeCodes` frees the others when they are taken. An unknown product counts as deleted.
 * Throws `inBundles` for a component of bundles, `inModifiers` for one of which modifiers take
 * units.
 */
export const softDeleteProduct = (id: string) =>
  retryOnConflict(async () => {
    const current = await findProduct(id)
    if (!current) return
    const writes = [
      deleteItem(current, unchangedInNoBundle(current), versionConflict),
      put({ ...current, ...softDeletedKey('PRODUCT', id) }),
      ...updateCategoryUses('product', current.categoryIds, []),
      ...updateTaxUses(current.taxId, null),
      ...updateModifierUses('product', current.modifierGroupIds, []),
      ...updateBundleCounts(current.components ?? [], []),
      insertDeletionAudit({ ...current, quantity: unitsOf(current) }),
    ]
    // The default variant first: its guard may not name the product
    const before = variantsOf(current).toSorted(
      (one, other) => Number(other.id === id) - Number(one.id === id),
    )
    const freed = updateCodes(id, { before, after: [] })
    try {
      await transact([...writes, ...freed.slice(0, maxActions - writes.length)])
    } catch (error) {
      if (error instanceof VersionConflict) await refuseTaken(id)
      throw error
    }
  })

const unitsOf = (product: ProductRecord): number =>
  // Beyond safe integers a sum would not be exact
  Math.min(
    variantsOf(product).reduce((sum, { quantity }) => sum + quantity, 0),
    Number.MAX_SAFE_INTEGER,
  )

/** The fields that are stored as they are sent, beside the stock and those of the variant. */
const storedFields = ({
  name,
  description,
  imageUrl,
  costCents,
  priceCents,
  taxId,
  modifierGroupIds,
}: ProductChange) => ({
  name,
  description,
  imageUrl,
  costCents,
  priceCents,
  taxId,
  modifierGroupIds,
})

function distinct(categoryIds: readonly string[]): string[] {
  const ids = [...new Set(categoryIds)]
  if (ids.length > maxCategories) throw new Failure('tooManyCategories')
  return ids
}
