import { Failure } from '../failure.ts'
import type { VariantChange } from './variant.ts'
import type { ProductOption, StoredVariant, Variant } from './variants.ts'

const [maxOptions, maxVariants, maxBytes] = [5, 100, 64 * 1024]

/** Attributes of a product's record for its options and variants. */
export type Attributes = {
  readonly set: Readonly<Record<string, unknown>>
  readonly remove: readonly string[]
}

/**
 * The attributes of a product with these options and variants, but for the units in stock.
 * Throws `tooManyVariants`, and `invalid` when two variants have the same values, unless they
 * have none.
 */
export function variantAttributes(
  productId: string,
  options: readonly ProductOption[],
  variants: readonly Variant[],
): Attributes {
  refuseEqualValues(variants)
  const own = variants.find(({ id }) => id === productId)
  const stored = variants.map((variant) => storedVariant(variant, productId))
  const isPlain =
    variants.length === 1 && own?.isActive && own.optionValueIds.length === 0
  const bytes = Buffer.byteLength(JSON.stringify([options, stored]))
  if (options.length > maxOptions || stored.length > maxVariants || bytes > maxBytes) {
    throw new Failure('tooManyVariants')
  }
  const attributes = {
    options: options.length > 0 ? options : undefined,
    variants: isPlain ? undefined : stored,
    barcodes: own && own.barcodes.length > 0 ? own.barcodes : undefined,
  }
  return {
    set: { ...attributes, ...(own ? ownFields(own) : { SKU: null }) },
    remove: Object.entries(attributes)
      .filter(([, value]) => value === undefined)
      .map(([name]) => name),
  }
}

/** A variant with the fields that a change names. */
export const changedVariant = (
  variant: Variant,
  {
    SKU = variant.SKU,
    barcodes,
    priceCents = variant.priceCents,
    costCents = variant.costCents,
    quantity = variant.quantity,
    isActive = variant.isActive,
    imageUrl = variant.imageUrl,
    optionValueIds,
  }: Partial<VariantChange>,
): Variant => ({
  ...variant,
  SKU,
  barcodes: barcodes ?? variant.barcodes,
  priceCents,
  costCents,
  quantity,
  isActive,
  imageUrl,
  optionValueIds: optionValueIds ?? variant.optionValueIds,
})

/** Throws `invalid` when two variants have the same values, unless they have none. */
function refuseEqualValues(variants: readonly Variant[]): void {
  const combinations = variants
    .filter(({ optionValueIds }) => optionValueIds.length > 0)
    .map(({ optionValueIds }) => optionValueIds.toSorted().join(' '))
  if (new Set(combinations).size < combinations.length) {
    throw new Failure('invalid', { fault: 'two variants have the same option values' })
  }
}

/** The default variant's fields, which its product keeps as its own. */
const ownFields = ({ SKU, priceCents, costCents, imageUrl }: Variant) => ({
  SKU,
  priceCents,
  costCents,
  imageUrl,
})

/** A variant as it is stored: fields of the default one are its product's, empty ones absent. */
function storedVariant(variant: Variant, productId: string): StoredVariant {
  const { id, isActive, optionValueIds, unitsIn } = variant
  const stored = { id, isActive, optionValueIds, unitsIn }
  if (id === productId) return stored
  const { SKU, barcodes, priceCents, costCents, imageUrl } = variant
  return {
    ...stored,
    priceCents,
    costCents,
    ...(SKU !== null && { SKU }),
    ...(barcodes.length > 0 && { barcodes }),
    ...(imageUrl !== null && { imageUrl }),
  }
}
