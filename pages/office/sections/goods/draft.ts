import type { Product, ProductVariant } from '../../../../shared/client/api.ts'

/** A product as its form has it; the same until it is saved. */
export type Draft = {
  /** Undefined for a new product. */
  readonly id: string | undefined
  readonly version: number | undefined
  readonly name: string
  readonly description: string
  readonly priceCents: number
  readonly costCents: number
  readonly categoryIds: readonly string[]
  /** Blank for the default tax. */
  readonly taxId: string
  readonly sku: string
  readonly barcodes: string
  /** Blank for none. */
  readonly imageUrl: string
  readonly isAvailable: boolean
  readonly trackStock: boolean
  readonly stockPolicy: Product['stockPolicy']
  /**
   * Units of a new product; those of others are changed by receiving, counting and correcting.
   */
  readonly quantity: number
  readonly minStockThreshold: number
  readonly maxStockThreshold: number
  readonly modifierGroupIds: readonly string[]
  readonly isBundle: boolean
  readonly components: readonly Component[]
  readonly options: readonly DraftOption[]
  readonly variants: readonly DraftVariant[]
}

export type Component = {
  readonly componentId: string
  readonly variantId?: string | undefined
  readonly quantity: number
}

export type DraftOption = {
  readonly id: string | undefined
  readonly name: string
  /** Values with commas between them, as somebody types them. */
  readonly values: string
}

export type DraftVariant = {
  readonly id: string | undefined
  /** One of each option, in their order. */
  readonly values: readonly string[]
  readonly priceCents: number
  readonly costCents: number
  readonly sku: string
  readonly barcodes: string
  readonly quantity: number
  readonly isActive: boolean
}

export const newDraft = (given: Partial<Draft>): Draft => ({
  id: undefined,
  version: undefined,
  name: '',
  description: '',
  priceCents: 0,
  costCents: 0,
  categoryIds: [],
  taxId: '',
  sku: '',
  barcodes: '',
  imageUrl: '',
  isAvailable: true,
  trackStock: true,
  stockPolicy: 'exact',
  quantity: 0,
  minStockThreshold: 0,
  maxStockThreshold: 0,
  modifierGroupIds: [],
  isBundle: false,
  components: [],
  options: [],
  variants: [],
  ...given,
})

/** Returns a product's draft. */
export function draftOf(product: Product): Draft {
  const { id, version, name, priceCents, costCents, options } = product
  return newDraft({
    id,
    version,
    name,
    priceCents,
    costCents,
    description: product.description ?? '',
    categoryIds: product.categoryIds,
    taxId: product.taxId ?? '',
    sku: product.SKU ?? '',
    barcodes: product.barcodes.join(' '),
    imageUrl: product.imageUrl ?? '',
    isAvailable: product.isAvailable,
    trackStock: product.trackStock,
    stockPolicy: product.stockPolicy,
    quantity: product.quantity,
    minStockThreshold: product.minStockThreshold,
    maxStockThreshold: product.maxStockThreshold,
    modifierGroupIds: product.modifierGroupIds,
    isBundle: product.isBundle,
    components: product.bundleComponents,
    options: options.map((option) => ({
      id: option.id,
      name: option.name,
      values: option.values.map(({ value }) => value).join(', '),
    })),
    variants: product.hasVariants
      ? product.variants.map((variant) => draftVariantOf(product, variant))
      : [],
  })
}

const draftVariantOf = (
  { options }: Product,
  { id, SKU, barcodes, priceCents, costCents, ...variant }: ProductVariant,
): DraftVariant => ({
  id,
  values: options.map(
    ({ values }) =>
      values.find((value) => variant.optionValueIds.includes(value.id))?.value ?? '',
  ),
  priceCents,
  costCents,
  sku: SKU ?? '',
  barcodes: barcodes.join(' '),
  quantity: variant.quantity,
  isActive: variant.isActive,
})

/** A new product like another one, without its codes and units, and counted as others are. */
export const copyOf = (draft: Draft, name: string): Draft => ({
  ...draft,
  id: undefined,
  version: undefined,
  name,
  sku: '',
  barcodes: '',
  quantity: 0,
  stockPolicy: 'exact',
  options: draft.options.map((option) => ({ ...option, id: undefined })),
  variants: draft.variants.map((variant) => ({
    ...variant,
    id: undefined,
    sku: '',
    barcodes: '',
    quantity: 0,
  })),
})

export const codesIn = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean)

/** The values that somebody has typed, each once. */
export const valuesIn = ({ values }: DraftOption): string[] => [
  ...new Set(
    values
      .split(/[,;\n]/)
      .map((value) => value.trim())
      .filter(Boolean),
  ),
]

/** More variants would not fit into a record of the shop. */
export const mostVariants = 100

/**
 * Every combination of the options, each with what the draft has of it, or the product's own
 * price and cost. Undefined where they are too many.
 */
export function variantsFor(draft: Draft): readonly DraftVariant[] | undefined {
  const lists = draft.options.map(valuesIn).filter((values) => values.length > 0)
  if (lists.length === 0) return []
  const count = lists.reduce((product, values) => product * values.length, 1)
  if (count > mostVariants) return undefined
  const combinations = lists.reduce<readonly (readonly string[])[]>(
    (before, values) =>
      before.flatMap((combination) => values.map((value) => [...combination, value])),
    [[]],
  )
  return combinations.map(
    (values) =>
      draft.variants.find((each) => each.values.join('\n') === values.join('\n')) ?? {
        id: undefined,
        values,
        priceCents: draft.priceCents,
        costCents: draft.costCents,
        sku: '',
        barcodes: '',
        quantity: 0,
        isActive: true,
      },
  )
}
