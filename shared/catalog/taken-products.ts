import { Failure } from '../failure.ts'
import { read } from '../platform/dynamodb/read.ts'
import { variantIdOf } from './bundles.ts'
import { type ModifiersRecord, modifiersKey } from './modifier-groups.ts'
import { allProducts } from './products.ts'

/**
 * Throws `inBundles` or `inModifiers` with the names of what takes units of the product, or of
 * one of its variants. Modifiers take those of its own variant.
 */
export async function refuseTaken(id: string, variantId?: string): Promise<void> {
  const bundles = (await allProducts()).filter(({ components = [] }) =>
    components.some(
      (each) =>
        each.componentId === id && variantIdOf(each) === (variantId ?? variantIdOf(each)),
    ),
  )
  if (bundles.length > 0) throw new Failure('inBundles', { names: namesOf(bundles) })
  const groups = (await read<ModifiersRecord>(modifiersKey))?.groups ?? []
  const taking = groups.filter(({ options }) =>
    options.some(({ productId }) => productId === id),
  )
  if (taking.length > 0) throw new Failure('inModifiers', { names: namesOf(taking) })
}

const namesOf = (records: readonly { readonly name: string }[]) =>
  records
    .map(({ name }) => name)
    .sort((one, other) => one.localeCompare(other, 'en'))
    .join(', ')
