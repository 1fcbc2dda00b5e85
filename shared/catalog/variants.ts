import type { Item } from '../platform/dynamodb/keys.ts'

/** A way in which variants of a product differ, such as its size. */
export type ProductOption = {
  readonly id: string
  readonly name: string
  readonly displayOrder: number
  readonly values: readonly OptionValue[]
}

export type OptionValue = {
  readonly id: string
  readonly value: string
  readonly displayOrder: number
}

/**
 * A variant in its product's record. The default variant, whose id is the product's, has its
 * SKU, barcodes, prices and picture in the product's own fields.
 */
export type StoredVariant = Partial<VariantFields> & {
  readonly id: string
  readonly isActive: boolean
  /** One of each of some options; no other variant of the product has the same ones. */
  readonly optionValueIds: readonly string[]
  /**
   * Attribute of the product's record that counts its units: `quantity` of the default
   * variant, else `units1` and so on, never reused for another variant. It is an
   * attribute of its own, so that sales only ever add to it, and short, because the
   * expressions of a sale of many variants must fit into 4 KB.
   */
  readonly unitsIn: string
}

type VariantFields = {
  readonly SKU: string | null
  readonly barcodes: readonly string[]
  readonly priceCents: number
  readonly costCents: number
  readonly imageUrl: string | null
}

/** A version of a product that is sold separately, with its own price and units. */
export type Variant = VariantFields &
  StoredVariant & {
    /** Units in stock. */
    readonly quantity: number
  }

/** Fields of a product's record that its variants need. */
export type WithVariants = Item & {
  readonly id: string
  readonly name: string
  readonly SKU: string | null
  readonly priceCents: number
  readonly costCents: number
  readonly imageUrl?: string | null | undefined
  /** Codes of the default variant, beside its SKU; absent for none. */
  readonly barcodes?: readonly string[]
  /** Only ever true: it was created for variants to follow. Absent when it was not. */
  readonly hasVariants?: true
  /** Oldest first; absent for none. */
  readonly options?: readonly ProductOption[]
  /** Oldest first; absent for the default variant alone, with nothing of its own to keep. */
  readonly variants?: readonly StoredVariant[]
}

/** All variants of a product, oldest first. A plain product has its default variant alone. */
export function variantsOf(product: WithVariants): Variant[] {
  const { id, SKU, priceCents, costCents, barcodes = [], imageUrl = null } = product
  const own = { SKU, barcodes, priceCents, costCents, imageUrl }
  const { variants = [plainVariant(id)] } = product
  return variants.map((variant) => ({
    ...own,
    ...(variant.id !== id && withoutOwn),
    ...variant,
    quantity: Number(product[variant.unitsIn] ?? 0),
  }))
}

/**
 * Returns the default variant, which changes of the product's own fields concern. Without
 * it the only one; undefined when there are several others.
 */
export function ownVariantOf(product: WithVariants): Variant | undefined {
  const variants = variantsOf(product)
  const own = variants.find(({ id }) => id === product.id)
  return own ?? (hasVariants(product) ? undefined : variants[0])
}

/** Fields that a variant beside the default one does not share with its product. */
const withoutOwn = { SKU: null, barcodes: [], costCents: 0, imageUrl: null } as const

/** The default variant of a product that never had another; no record is kept for it. */
export const plainVariant = (productId: string): StoredVariant => ({
  id: productId,
  isActive: true,
  optionValueIds: [],
  unitsIn: 'quantity',
})

/** True if clients have to know the variants to sell the product. */
export const hasVariants = ({
  hasVariants: wasMadeForThem,
  options = [],
  variants = [],
}: WithVariants): boolean =>
  wasMadeForThem === true || options.length > 0 || variants.length > 1

/**
 * The active variant that a line names or, if it names none, the only active one. Otherwise
 * why there is none: `unknown`, or `ambiguous` when the line has to name one.
 */
export function findVariant(
  product: WithVariants,
  variantId: string | undefined,
): Variant | 'unknown' | 'ambiguous' {
  const active = variantsOf(product).filter(({ isActive }) => isActive)
  if (variantId !== undefined) {
    return active.find(({ id }) => id === variantId) ?? 'unknown'
  }
  const [only, ...others] = active
  return only && others.length === 0 ? only : 'ambiguous'
}

/** The name of a product with a variant's values in the order of the options: Shirt (Blue, M). */
export function variantName(
  { name, options = [] }: WithVariants,
  { optionValueIds }: Pick<Variant, 'optionValueIds'>,
): string {
  const values = inOrder(options)
    .flatMap(({ values }) => values.filter(({ id }) => optionValueIds.includes(id)))
    .map(({ value }) => value)
  return values.length > 0 ? `${name} (${values.join(', ')})` : name
}

/** Options or values as clients show them; of the same place, as they were made. */
export const inOrder = <T extends { readonly displayOrder: number }>(
  ordered: readonly T[],
): T[] => ordered.toSorted((one, other) => one.displayOrder - other.displayOrder)
