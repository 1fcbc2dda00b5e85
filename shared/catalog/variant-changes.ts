import { Failure, required } from '../failure.ts'
import { newId } from '../ids.ts'
import { insertChangeAudit } from '../people/audit/audit-trail.ts'
import {
  retryOnConflict,
  updateUnchanged,
  versionConflict,
} from '../platform/dynamodb/optimistic-lock.ts'
import { transact } from '../platform/dynamodb/transact.ts'
import type { Write } from '../platform/dynamodb/write.ts'
import { transactAndRespond } from '../platform/idempotency/transact-and-respond.ts'
import { refuseLongName } from '../platform/validation/names.ts'
import { bundleCount, bundleCountOf } from './bundles.ts'
import {
  insertCatalogAudit,
  insertCreationAudit,
  insertDeletionAudit,
  insertProductAudit,
} from './catalog-audit.ts'
import { takeCodes, updateCodes } from './codes.ts'
import { findProduct, mayBeBelowZero, type ProductRecord } from './products.ts'
import { refuseTaken } from './taken-products.ts'
import type { OptionInput, VariantChange, VariantInput } from './variant.ts'
import { changedVariant, variantAttributes } from './variant-attributes.ts'
import { type ProductOption, type Variant, variantName, variantsOf } from './variants.ts'

/**
 * Creates a further variant of a product. Throws `notFound` for the product; `invalid`
 * for a bundle, for values of another product, for two values of one option, and for
 * those of another variant; `alreadyExists` for its SKU and barcodes; `tooManyVariants`.
 */
export async function createVariant(productId: string, input: VariantInput) {
  const id = newId()
  await retryOnConflict(async () => {
    const current = await findEditable(productId)
    const lastUnits = (current.lastUnits ?? 0) + 1
    const variant: Variant = {
      ...input,
      id,
      SKU: input.SKU ?? null,
      barcodes: input.barcodes ?? [],
      imageUrl: input.imageUrl ?? null,
      unitsIn: `units${lastUnits}`,
    }
    refuseForeignValues(current, variant)
    const before = variantsOf(current)
    const variants = [...before, variant]
    const codes = { before, after: variants }
    const units = { lastUnits, [variant.unitsIn]: variant.quantity }
    await takeCodes(codes, () =>
      transactAndRespond(
        [
          updateVariants(current, { variants }, units),
          ...updateCodes(productId, codes),
          insertCreationAudit(audited(current, variant)),
        ],
        { id },
      ),
    )
  })
  return { id }
}

/**
 * Changes a variant, by a user; the default variant of a plain product is the product. Throws
 * `variantNotFound`, and what `createVariant` throws.
 */
export const changeVariant = (
  productId: string,
  variantId: string,
  change: VariantChange,
  userId: string,
) =>
  retryOnConflict(async () => {
    const { current, variant } = await findVariantIn(productId, variantId)
    const isPriced =
      current.isUnpriced && variantId === productId && change.priceCents !== undefined
    const changed = changedVariant(variant, {
      ...change,
      isActive: change.isActive ?? (isPriced ? true : variant.isActive),
    })
    refuseForeignValues(current, changed)
    const before = variantsOf(current)
    const variants = before.map((each) => (each.id === variantId ? changed : each))
    const codes = { before, after: variants }
    const { quantity } = change
    if (
      quantity !== undefined &&
      quantity < 0 &&
      !mayBeBelowZero(current, variant.quantity)
    )
      throw new Failure('invalid', { fault: 'quantity: must be at least 0' })
    const units = quantity === undefined ? {} : { [variant.unitsIn]: quantity }
    await takeCodes(codes, () =>
      transact([
        updateVariants(current, { variants }, units, isPriced ? ['isUnpriced'] : []),
        ...updateCodes(productId, codes),
        ...insertProductAudit(userId, audited(current, variant), changed, false),
        ...insertCatalogAudit(
          userId,
          audited(current, variant),
          describedOf(variant),
          describedOf(changed),
        ),
      ]),
    )
    return { id: variantId }
  })

/**
 * Deletes a variant and frees its codes. Throws `variantNotFound`, `invalid` for the last
 * one, `inBundles`, `inModifiers`.
 */
export const deleteVariant = (productId: string, variantId: string) =>
  retryOnConflict(async () => {
    const { current, variant } = await findVariantIn(productId, variantId)
    const before = variantsOf(current)
    const variants = before.filter(({ id }) => id !== variantId)
    if (variants.length === 0) {
      throw new Failure('invalid', { fault: 'a product has at least one variant' })
    }
    if (bundleCount(current, variant) > 0) {
      await refuseTaken(productId, variantId)
      throw versionConflict()
    }
    const { unitsIn } = variant
    await transact([
      updateVariants(current, { variants }, {}, [unitsIn, bundleCountOf(unitsIn)]),
      ...updateCodes(productId, { before, after: variants }),
      insertDeletionAudit(audited(current, variant)),
    ])
  })

/** Creates an option of a product. Throws `notFound`, `invalid`, `tooManyVariants`. */
export async function createOption(productId: string, input: OptionInput) {
  const id = newId()
  await retryOnConflict(async () => {
    const current = await findEditable(productId)
    const { options = [] } = current
    const lastPlace = Math.max(-1, ...options.map(({ displayOrder }) => displayOrder))
    const option = optionAfter({ id, displayOrder: lastPlace + 1, values: [] }, input)
    await transactAndRespond(
      [
        updateVariants(current, { options: [...options, option] }),
        ...insertOptionAudit(current, null, option),
      ],
      { id },
    )
  })
  return { id }
}

/**
 * Changes an option. Values of the same text keep their ids, and variants lose those that are
 * gone. Throws `optionTypeNotFound`, `invalid` when two variants then have the same values,
 * `tooManyVariants`.
 */
export const changeOption = (productId: string, optionId: string, input: OptionInput) =>
  retryOnConflict(async () => {
    const { current, options, option } = await findOptionIn(productId, optionId)
    const changed = optionAfter(option, input)
    await transact([
      updateVariants(current, {
        options: options.map((each) => (each.id === optionId ? changed : each)),
      }),
      ...insertOptionAudit(current, option, changed),
    ])
    return { id: optionId }
  })

/** Deletes an option; variants lose its values. Throws what `changeOption` throws. */
export const deleteOption = (productId: string, optionId: string) =>
  retryOnConflict(async () => {
    const { current, options, option } = await findOptionIn(productId, optionId)
    await transact([
      updateVariants(current, { options: options.filter(({ id }) => id !== optionId) }),
      ...insertOptionAudit(current, option, null),
    ])
  })

/** The option with another name, place and values; values of the same text keep their ids. */
function optionAfter(
  { id, name, displayOrder, values }: Omit<ProductOption, 'name'> & { name?: string },
  input: OptionInput,
): ProductOption {
  refuseLongName(input.name, name)
  return {
    id,
    name: input.name,
    displayOrder: input.displayOrder ?? displayOrder,
    values: input.values.map(({ value, displayOrder: place }, at) => {
      const kept = values.find((each) => each.value === value)
      refuseLongName(value, kept?.value, `values[${at}].value`)
      return { id: kept?.id ?? newId(), value, displayOrder: place ?? at }
    }),
  }
}

/** A product that may have variants. Throws `notFound`, and `invalid` for a bundle. */
async function findEditable(productId: string): Promise<ProductRecord> {
  const current = required(await findProduct(productId))
  refuseBundle(current)
  return current
}

async function findVariantIn(productId: string, variantId: string) {
  const current = await findProduct(productId)
  const variant = current && variantsOf(current).find(({ id }) => id === variantId)
  if (!current || !variant) throw new Failure('variantNotFound')
  refuseBundle(current)
  return { current, variant }
}

function refuseBundle({ components }: ProductRecord): void {
  if (!components) return
  throw new Failure('invalid', { fault: 'a bundle has no options or variants' })
}

async function findOptionIn(productId: string, optionId: string) {
  const current = await findProduct(productId)
  const { options = [] } = current ?? {}
  const option = options.find(({ id }) => id === optionId)
  if (!current || !option) throw new Failure('optionTypeNotFound')
  return { current, options, option }
}

/**
 * Gives a product these options and variants, under an optimistic lock. Variants lose values
 * that no option has.
 */
function updateVariants(
  current: ProductRecord,
  {
    options = current.options ?? [],
    variants = variantsOf(current),
  }: { options?: readonly ProductOption[]; variants?: readonly Variant[] },
  units: Readonly<Record<string, number>> = {},
  without: readonly string[] = [],
): Write {
  const valueIds = new Set(options.flatMap(({ values }) => values.map(({ id }) => id)))
  const { set, remove } = variantAttributes(
    current.id,
    options,
    variants.map((variant) => ({
      ...variant,
      optionValueIds: variant.optionValueIds.filter((id) => valueIds.has(id)),
    })),
  )
  return updateUnchanged(current, ['version'], {
    set: { ...set, ...units },
    add: { version: 1 },
    remove: [...remove, ...without],
  })
}

/** Throws `invalid` unless the variant has values of the product, at most one of each option. */
function refuseForeignValues(
  { options = [] }: ProductRecord,
  { optionValueIds }: Variant,
): void {
  const chosen = optionValueIds.map((valueId) =>
    options.find(({ values }) => values.some(({ id }) => id === valueId)),
  )
  if (chosen.includes(undefined) || new Set(chosen).size < chosen.length) {
    throw new Failure('invalid', {
      fault: 'optionValueIds: must be values of different options of the product',
    })
  }
}

/** Returns the fields of a variant that the audit trail keeps besides price and stock. */
const describedOf = ({ SKU, barcodes, imageUrl, isActive, optionValueIds }: Variant) => ({
  SKU,
  barcodes,
  imageUrl,
  isActive,
  optionValueIds,
})

/** Enters a new, another or a deleted option in the audit trail. */
const insertOptionAudit = (
  { id, name }: ProductRecord,
  before: ProductOption | null,
  after: ProductOption | null,
): Write[] =>
  insertChangeAudit(
    { kind: 'catalog', subject: { id, name } },
    { option: before },
    { option: after },
  )

/** A variant as the audit trail names it. */
const audited = (product: ProductRecord, variant: Variant) => ({
  ...variant,
  id: product.id,
  name: variantName(product, variant),
})
