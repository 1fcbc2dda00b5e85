import type { Product, ProductVariant, TillProduct } from '../../shared/client/api.ts'

/** A product as the till sells it: it knows no costs, and changes nothing by version. */
export type ShopProduct = Omit<
  Product,
  'costCents' | 'bundleCostCents' | 'variants' | 'version'
> & {
  readonly variants: readonly Omit<ProductVariant, 'costCents' | 'productId'>[]
}

/**
 * Units in stock by the ids of variants; none for a variant that is not counted, or not
 * known yet.
 */
export type Stock = ReadonlyMap<string, number>

/** Until the stock is known nothing is scarce: no till refuses by it. */
const unknownUnits = Number.MAX_SAFE_INTEGER

/** Shared by thousands of products. */
const none: never[] = []

/** Makes products from the till's kept ones; an unchanged product stays the same object. */
export function productMaker() {
  let lastRows: readonly TillProduct[] = []
  let lastProducts: readonly ShopProduct[] = []
  return (rows: readonly TillProduct[], stock: Stock): readonly ShopProduct[] => {
    // Most often only the stock has changed
    const places =
      rows === lastRows ? undefined : new Map(lastRows.map((row, at) => [row, at]))
    const known = new Map<string, TillProduct>()
    if (rows.some(({ bundleComponents }) => bundleComponents)) {
      for (const row of rows) known.set(row.id, row)
    }
    lastProducts = rows.map((row, at) => {
      const before = lastProducts[places ? (places.get(row) ?? -1) : at]
      return before && hasUnitsOf(before, row, stock, known)
        ? before
        : productOf(row, stock, known)
    })
    lastRows = rows
    return lastProducts
  }
}

function hasUnitsOf(
  product: ShopProduct,
  row: TillProduct,
  stock: Stock,
  known: ReadonlyMap<string, TillProduct>,
): boolean {
  if (row.bundleComponents) {
    const sets = setsOf(row.bundleComponents, stock, known)
    return (
      product.quantity === sets.quantity &&
      product.trackStock === sets.trackStock &&
      product.stockPolicy === sets.stockPolicy
    )
  }
  return (
    product.quantity === unitsOf(row, stock) &&
    product.variants.every(({ id, quantity }) => quantity === unitsAt(id, stock))
  )
}

function productOf(
  row: TillProduct,
  stock: Stock,
  known: ReadonlyMap<string, TillProduct>,
): ShopProduct {
  const { bundleComponents } = row
  return {
    id: row.id,
    name: row.name,
    SKU: row.SKU ?? null,
    description: row.description ?? null,
    imageUrl: row.imageUrl ?? null,
    categoryIds: row.categoryIds ?? none,
    minStockThreshold: row.minStockThreshold ?? 0,
    maxStockThreshold: row.maxStockThreshold ?? 0,
    priceCents: row.priceCents,
    maxPriceCents: row.maxPriceCents ?? row.priceCents,
    taxId: row.taxId ?? null,
    isBundle: bundleComponents !== undefined,
    bundleComponents: bundleComponents ?? none,
    modifierGroupIds: row.modifierGroupIds ?? none,
    ...(bundleComponents
      ? setsOf(bundleComponents, stock, known)
      : {
          quantity: unitsOf(row, stock),
          trackStock: row.trackStock ?? true,
          stockPolicy: row.stockPolicy ?? 'exact',
        }),
    isAvailable: row.isAvailable ?? true,
    barcodes: row.barcodes ?? none,
    hasVariants: row.hasVariants ?? false,
    options: row.options ?? none,
    variants: row.variants?.map((variant) => variantOf(variant, stock)) ?? none,
  }
}

const variantOf = (
  variant: NonNullable<TillProduct['variants']>[number],
  stock: Stock,
): ShopProduct['variants'][number] => ({
  id: variant.id,
  SKU: variant.SKU ?? null,
  barcodes: variant.barcodes ?? none,
  priceCents: variant.priceCents,
  imageUrl: variant.imageUrl ?? null,
  isActive: variant.isActive ?? true,
  optionValueIds: variant.optionValueIds,
  quantity: unitsAt(variant.id, stock),
})

const unitsAt = (id: string, stock: Stock): number => stock.get(id) ?? unknownUnits

/** The units of a product: those of its active variants, or its own. */
function unitsOf({ id, variants }: TillProduct, stock: Stock): number {
  if (!variants) return unitsAt(id, stock)
  const active = variants.filter(({ isActive = true }) => isActive)
  const units = active.reduce((sum, each) => sum + unitsAt(each.id, stock), 0)
  return Math.min(units, unknownUnits)
}

/**
 * Counts how many bundles the counted components make; components that are counted
 * exactly decide.
 */
function setsOf(
  components: NonNullable<TillProduct['bundleComponents']>,
  stock: Stock,
  known: ReadonlyMap<string, TillProduct>,
) {
  const counted = components.filter(
    ({ componentId }) => known.get(componentId)?.trackStock !== false,
  )
  const exact = counted.filter(({ componentId }) => !known.get(componentId)?.stockPolicy)
  const limiting = exact.length > 0 ? exact : counted
  const stockPolicy: Product['stockPolicy'] =
    exact.length === 0 && counted.length > 0 ? 'afterwards' : 'exact'
  const sets = limiting.map(({ componentId, variantId = componentId, quantity }) =>
    Math.floor(unitsAt(variantId, stock) / quantity),
  )
  return {
    quantity: sets.length > 0 ? Math.min(...sets) : 0,
    trackStock: sets.length > 0,
    stockPolicy,
  }
}

/** A product as a till keeps it, of one that was read by itself. */
export function rowOf(product: Product): TillProduct {
  const { id, name, priceCents, maxPriceCents, bundleComponents, options } = product
  return {
    ...textsOf(product),
    id,
    name,
    description: product.description ?? undefined,
    categoryIds: product.categoryIds,
    minStockThreshold: product.minStockThreshold,
    maxStockThreshold: product.maxStockThreshold,
    priceCents,
    maxPriceCents,
    taxId: product.taxId ?? undefined,
    ...(product.isBundle && { bundleComponents }),
    modifierGroupIds: product.modifierGroupIds,
    ...(!product.trackStock && { trackStock: false }),
    ...(!product.isBundle &&
      product.stockPolicy === 'afterwards' && { stockPolicy: product.stockPolicy }),
    ...(!product.isAvailable && { isAvailable: false }),
    ...(product.hasVariants && {
      hasVariants: true,
      options,
      variants: product.variants.map((variant) => ({
        ...textsOf(variant),
        id: variant.id,
        priceCents: variant.priceCents,
        ...(!variant.isActive && { isActive: false as const }),
        optionValueIds: variant.optionValueIds,
      })),
    }),
  }
}

const textsOf = ({
  SKU,
  imageUrl,
  barcodes,
}: Pick<Product, 'SKU' | 'imageUrl' | 'barcodes'>) => ({
  SKU: SKU ?? undefined,
  imageUrl: imageUrl ?? undefined,
  barcodes,
})

/** The units of a product that was read by itself. */
export function unitsOfProduct(
  product: Product | undefined,
): readonly [string, number][] {
  if (!product?.trackStock || product.isBundle) return []
  return product.hasVariants
    ? product.variants.map(({ id, quantity }) => [id, quantity])
    : [[product.id, product.quantity]]
}
