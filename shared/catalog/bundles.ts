import { Failure } from '../failure.ts'
import {
  retryOnConflict,
  unchanged,
  updateUnchanged,
} from '../platform/dynamodb/optimistic-lock.ts'
import { transact } from '../platform/dynamodb/transact.ts'
import { type Condition, update, type Write } from '../platform/dynamodb/write.ts'
import type { BundleComponent, ProductInput } from './product.ts'
import {
  allProducts,
  type ProductRecord,
  productKey,
  readProducts,
  type StoredComponent,
  stockHints,
  withoutStockHints,
} from './products.ts'
import { findVariant, type Variant, variantsOf } from './variants.ts'

const maxComponents = 20

export type Components = readonly StoredComponent[]

/**
 * The components of a product after a change that sends `isBundle` and `bundleComponents`;
 * none for a product that is not a bundle. Throws `invalid` unless a bundle names 1 to 20
 * variants of other products, each once.
 */
export async function componentsAfter(
  { isBundle, bundleComponents }: Pick<ProductInput, 'isBundle' | 'bundleComponents'>,
  id: string,
  current: Components = [],
): Promise<Components> {
  if (!(isBundle ?? current.length > 0)) return []
  const components = bundleComponents ?? current
  const isOfOthers = components.every(({ componentId }) => componentId !== id)
  if (components.length < 1 || components.length > maxComponents || !isOfOthers) {
    throw invalidComponents()
  }
  const products = await readProducts(components.map(({ componentId }) => componentId))
  const stored = components.map((component, at) =>
    storedComponent(component, products[at], current),
  )
  if (new Set(stored.map(variantIdOf)).size < stored.length) throw invalidComponents()
  return stored
}

const invalidComponents = () =>
  new Failure('invalid', {
    fault: `bundleComponents: must be 1 to ${maxComponents} other products, each once`,
  })

const unknownComponent = () =>
  new Failure('invalid', {
    fault: 'bundleComponents: an unknown product or variant, or a bundle',
  })

/**
 * Completes a component with the units that its sale takes. A component without a variant
 * keeps its earlier one.
 */
function storedComponent(
  { componentId, variantId, quantity }: BundleComponent,
  product: ProductRecord | undefined,
  current: Components,
): StoredComponent {
  if (!product) throw unknownComponent()
  const meant =
    variantId ??
    current
      .filter((each) => each.componentId === componentId)
      .map(variantIdOf)
      .find((each) => each === componentId)
  const variant =
    variantsOf(product).find(({ id }) => id === meant) ?? findVariant(product, variantId)
  if (typeof variant === 'string') throw unknownComponent()
  const { id, unitsIn } = variant
  return {
    componentId,
    ...(id !== componentId && { variantId: id, unitsIn }),
    quantity,
    ...stockHints(product),
  }
}

/** The variant that a component names. */
export const variantIdOf = ({ componentId, variantId = componentId }: BundleComponent) =>
  variantId

const unitsOf = ({ unitsIn = 'quantity' }: StoredComponent) => unitsIn

/** The attribute that counts components that name a variant beside the default one. */
export const bundleCountOf = (unitsIn: string) => `bundleCount_${unitsIn}`

/** Counts the components of bundles that name a variant. */
export function bundleCount(product: ProductRecord, variant: Variant): number {
  const count = (unitsIn: string) => Number(product[bundleCountOf(unitsIn)] ?? 0)
  if (variant.id !== product.id) return count(variant.unitsIn)
  return variantsOf(product).reduce(
    (rest, { unitsIn }) => rest - count(unitsIn),
    product.bundleCount ?? 0,
  )
}

/**
 * The writes that count, at each component, the bundles that name it. They fail with
 * `invalid` for a new component that does not exist or is a bundle. They change its version,
 * so that no variant is deleted by older counts.
 */
export function updateBundleCounts(from: Components, to: Components): Write[] {
  const named = (components: Components, id: string) =>
    new Set(components.filter(({ componentId }) => componentId === id).map(unitsOf))
  const ids = new Set([...from, ...to].map(({ componentId }) => componentId))
  return [...ids].flatMap((id) => {
    const [had, has] = [named(from, id), named(to, id)]
    const [lost, gained] = [[...had.difference(has)], [...has.difference(had)]]
    if (lost.length + gained.length === 0) return []
    const counts = [...lost, ...gained]
      .filter((unitsIn) => unitsIn !== 'quantity')
      .map((unitsIn) => [bundleCountOf(unitsIn), has.has(unitsIn) ? 1 : -1])
    const add = {
      bundleCount: gained.length - lost.length,
      version: 1,
      ...Object.fromEntries(counts),
    }
    if (gained.length === 0) return update(productKey(id), { add })
    const when = [
      'attribute_not_exists(#components)',
      ...gained.map((unitsIn) => `attribute_exists(#${unitsIn})`),
    ].join(' AND ')
    return update(productKey(id), { add, when }, unknownComponent)
  })
}

/** The condition that a product is as it was read and that no bundle names it. */
export function unchangedInNoBundle(current: ProductRecord): Required<Condition> {
  const { when, values } = unchanged(current, ['version'])
  return {
    when: `${when} AND (attribute_not_exists(#bundleCount) OR #bundleCount = :noBundles)`,
    values: { ...values, noBundles: 0 },
  }
}

/**
 * Updates the hints of bundles that name a product. Their sales do not read the product;
 * a sale that comes before this update fails by its condition, and reads it.
 */
export async function refreshHintsInBundles({ id }: ProductRecord): Promise<void> {
  const bundles = (await allProducts()).filter(({ components = [] }) =>
    components.some(({ componentId }) => componentId === id),
  )
  for (const { id: bundleId } of bundles) {
    await retryOnConflict(async () => {
      const [bundle, product] = await readProducts([bundleId, id])
      if (!bundle?.components || !product) return
      const components = bundle.components.map((component) =>
        component.componentId === id
          ? { ...withoutStockHints(component), ...stockHints(product) }
          : component,
      )
      const change = { set: { components }, add: { version: 1 } }
      await transact([updateUnchanged(bundle, ['version'], change)])
    })
  }
}
