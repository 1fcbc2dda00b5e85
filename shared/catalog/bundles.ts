import { unchanged } from '../dynamodb/optimistic-lock.ts'
import { type Condition, update, type Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import type { BundleComponent, ProductInput } from './product.ts'
import { type ProductRecord, productKey, readProducts } from './products.ts'

const maxComponents = 20

export type Components = readonly BundleComponent[]

/**
 * The components of a product after a change that sends `isBundle` and `bundleComponents`;
 * none for a product that is not a bundle. Throws `invalid` unless a bundle names 1 to 20 other
 * products, each once.
 */
export function componentsAfter(
  { isBundle, bundleComponents }: ProductInput,
  id: string,
  current: Components = [],
): Components {
  if (!(isBundle ?? current.length > 0)) return []
  const components = bundleComponents ?? current
  const ids = idsIn(components)
  const areOthersOnce = ids.size === components.length && !ids.has(id)
  if (ids.size < 1 || ids.size > maxComponents || !areOthersOnce) {
    throw new Failure('invalid', {
      fault: `bundleComponents: must be 1 to ${maxComponents} other products, each once`,
    })
  }
  return components
}

/**
 * The writes that count, at each component, the bundles that name it. They fail with
 * `invalid` for a new component that does not exist or is a bundle.
 */
export const updateBundleCounts = (from: Components, to: Components): Write[] => [
  ...idsWithout(to, from).map(incrementBundleCount),
  ...idsWithout(from, to).map((id) =>
    update(productKey(id), { add: { bundleCount: -1 } }),
  ),
]

const incrementBundleCount = (id: string): Write =>
  update(
    productKey(id),
    { add: { bundleCount: 1 }, when: 'attribute_not_exists(#components)' },
    () =>
      new Failure('invalid', {
        fault: 'bundleComponents: an unknown product or a bundle',
      }),
  )

const idsWithout = (some: Components, others: Components): string[] => [
  ...idsIn(some).difference(idsIn(others)),
]

const idsIn = (components: Components) =>
  new Set(components.map(({ componentId }) => componentId))

/** The condition that a product is as it was read and that no bundle names it. */
export function unchangedInNoBundle(current: ProductRecord): Required<Condition> {
  const { when, values } = unchanged(current, ['version'])
  return {
    when: `${when} AND (attribute_not_exists(#bundleCount) OR #bundleCount = :noBundles)`,
    values: { ...values, noBundles: 0 },
  }
}

/**
 * Products as clients read them. What a bundle's components allow and cost is computed from
 * the products that are given; components that are not among them are read.
 */
export async function withBundles(products: readonly ProductRecord[]) {
  const known = new Map(products.map((product) => [product.id, product]))
  const named = products.flatMap(({ components = [] }) => components)
  const unread = idsIn(named).difference(known)
  for (const product of await readProducts(unread)) {
    if (product) known.set(product.id, product)
  }
  return products.map((product) => wire(product, known))
}

function wire(product: ProductRecord, known: ReadonlyMap<string, ProductRecord>) {
  const { components = [] } = product
  const isBundle = components.length > 0
  const sets = components.map(({ componentId, quantity }) =>
    Math.floor((known.get(componentId)?.quantity ?? 0) / quantity),
  )
  const costs = components.map(
    ({ componentId, quantity }) => (known.get(componentId)?.costCents ?? 0) * quantity,
  )
  return {
    ...product,
    quantity: isBundle ? Math.min(...sets) : product.quantity,
    isBundle,
    bundleComponents: components,
    modifierGroupIds: product.modifierGroupIds ?? [],
    // Beyond safe integers a sum would not be exact
    bundleCostCents: Math.min(
      costs.reduce((sum, cost) => sum + cost, 0),
      Number.MAX_SAFE_INTEGER,
    ),
  }
}
