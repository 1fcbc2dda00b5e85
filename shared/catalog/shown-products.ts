import { required } from '../failure.ts'
import type { StockPolicy } from './product.ts'
import { type ProductRecord, readProducts, type StoredComponent } from './products.ts'
import { hasVariants, inOrder, variantsOf } from './variants.ts'

/**
 * Returns products as clients read them. Computes the units and costs of a bundle from
 * the given products; reads components that are not among them.
 */
export async function shownProducts(products: readonly ProductRecord[]) {
  const known = new Map(products.map((product) => [product.id, product]))
  const named = products.flatMap(({ components = [] }) =>
    components.map(({ componentId }) => componentId),
  )
  for (const product of await readProducts(new Set(named).difference(known))) {
    if (product) known.set(product.id, product)
  }
  return products.map((product) =>
    product.components
      ? shownBundle(product, product.components, known)
      : shownOrdinary(product),
  )
}

/**
 * A product as clients read it by itself: always with its variants, as some read the price and stock
 * of any product from its first one.
 */
export async function shownProduct(product: ProductRecord) {
  const [shown] = await shownProducts([product])
  return { ...required(shown), variants: await shownVariants(product) }
}

/**
 * A product's variants as clients read them, also its default one alone. A bundle's has the
 * quantity that its components allow.
 */
export async function shownVariants(product: ProductRecord) {
  const variants = ownVariants(product)
  if (!product.components) return variants
  const [shown] = await shownProducts([product])
  return variants.map((variant) => ({ ...variant, quantity: shown?.quantity ?? 0 }))
}

const ownVariants = (product: ProductRecord) =>
  variantsOf(product).map((variant) => ({ ...variant, productId: product.id }))

/** A product's options as clients read them. */
export const shownOptions = ({ id: productId, options = [] }: ProductRecord) =>
  inOrder(options).map((option) => ({
    ...option,
    productId,
    values: inOrder(option.values).map((value) => ({
      ...value,
      optionTypeId: option.id,
    })),
  }))

/**
 * Builds a product as clients read it, without its units and its components' state: a
 * sale changes none of these fields.
 */
export const describedProduct = (product: ProductRecord) =>
  product.components
    ? { ...shownFields(product), bundleComponents: product.components }
    : shownOrdinary(product)

function shownOrdinary(product: ProductRecord) {
  const variants = variantsOf(product)
  const common = {
    isBundle: false,
    bundleComponents: [],
    bundleCostCents: 0,
    trackStock: product.trackStock ?? true,
    stockPolicy: product.stockPolicy ?? ('exact' as const),
  }
  const [only] = variants
  if (!hasVariants(product) && only) {
    const { id: _id, isActive: _isActive, optionValueIds: _values, ...fields } = only
    return {
      ...shownFields(product),
      ...common,
      ...fields,
      maxPriceCents: only.priceCents,
    }
  }
  const active = variants.filter(({ isActive }) => isActive)
  const prices = active.map(({ priceCents }) => priceCents)
  return {
    ...shownFields(product),
    ...common,
    ...(prices.length > 0 && {
      priceCents: Math.min(...prices),
      maxPriceCents: Math.max(...prices),
    }),
    quantity: unitsOf(product),
    hasVariants: true,
    options: shownOptions(product),
    variants: ownVariants(product),
  }
}

/** The units that a product has as clients read it: those of its active variants. */
export function unitsOf(product: ProductRecord): number {
  const variants = variantsOf(product)
  const counted = hasVariants(product)
    ? variants.filter(({ isActive }) => isActive)
    : variants
  return exactSum(counted.map(({ quantity }) => quantity))
}

function shownBundle(
  product: ProductRecord,
  components: readonly StoredComponent[],
  known: ReadonlyMap<string, ProductRecord>,
) {
  const parts = components.map(({ componentId, variantId = componentId, quantity }) => {
    const component = known.get(componentId)
    const variant = component && variantsOf(component).find(({ id }) => id === variantId)
    return { component, variant, quantity }
  })
  const tracked = parts.filter(({ component }) => component?.trackStock !== false)
  const exact = tracked.filter(({ component }) => !component?.stockPolicy)
  // Components that are counted afterwards allow any number of bundles
  const limiting = exact.length > 0 ? exact : tracked
  const policyOfBundle: StockPolicy =
    exact.length === 0 && tracked.length > 0 ? 'afterwards' : 'exact'
  const sets = limiting.map(({ variant, quantity }) =>
    Math.floor((variant?.quantity ?? 0) / quantity),
  )
  return {
    ...shownFields(product),
    quantity: sets.length > 0 ? Math.min(...sets) : 0,
    isBundle: true,
    bundleComponents: components,
    bundleCostCents: exactSum(
      parts.map(({ variant, quantity }) => (variant?.costCents ?? 0) * quantity),
    ),
    trackStock: sets.length > 0,
    stockPolicy: policyOfBundle,
  }
}

const shownFields = (product: ProductRecord) => ({
  ...product,
  maxPriceCents: product.priceCents,
  barcodes: product.barcodes ?? [],
  isAvailable: product.isAvailable ?? true,
  modifierGroupIds: product.modifierGroupIds ?? [],
  hasVariants: false,
  options: [] as ReturnType<typeof shownOptions>,
  variants: [] as ReturnType<typeof ownVariants>,
})

/** Beyond safe integers a sum would not be exact. */
const exactSum = (summands: readonly number[]) =>
  Math.min(
    summands.reduce((sum, each) => sum + each, 0),
    Number.MAX_SAFE_INTEGER,
  )
