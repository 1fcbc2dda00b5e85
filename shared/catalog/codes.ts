import { currentShop } from '../current-shop.ts'
import { TableName } from '../dynamodb/client.ts'
import { type Item, uniqueGuard } from '../dynamodb/keys.ts'
import { versionConflict } from '../dynamodb/optimistic-lock.ts'
import { read, readMany } from '../dynamodb/read.ts'
import { transact } from '../dynamodb/transact.ts'
import { updateUnique } from '../dynamodb/unique.ts'
import { deleteItem, type Write } from '../dynamodb/write.ts'
import { isFailure } from '../failure.ts'
import { allProducts, findProduct, type ProductRecord, readProducts } from './products.ts'
import { type Variant, variantsOf } from './variants.ts'

/*
 * SKUs and barcodes are one scope of unique texts. A guard names the product that has the
 * code. Those of version 0.2 do not, until they are migrated.
 */

type CodeGuard = Item & { readonly productId?: string }

type Codes = Pick<Variant, 'SKU' | 'barcodes'>

/** The codes of a variant, its SKU first. */
export const codesOf = ({ SKU, barcodes }: Codes): string[] => [
  ...new Set([...(SKU === null ? [] : [SKU]), ...barcodes]),
]

const noCodes: Codes = { SKU: null, barcodes: [] }

/**
 * The writes with which a variant of a product gives up codes and takes others. They fail
 * with `alreadyExists`; `takeCodes` finds out whether that is final.
 */
export function updateCodes(
  productId: string,
  from: Codes = noCodes,
  to: Codes = noCodes,
): Write[] {
  const [had, has] = [new Set(codesOf(from)), new Set(codesOf(to))]
  return [
    ...[...had.difference(has)].flatMap((code) => updateUnique('SKU', code, null)),
    ...[...has.difference(had)].flatMap((code) =>
      updateUnique('SKU', null, code, { productId }),
    ),
  ]
}

/**
 * Runs work that gives a variant these codes. A deleted product leaves guards behind when it
 * had more codes than a transaction can free: those are removed, and the work fails with a
 * version conflict, to be retried. Throws `alreadyExists` for a code of a product that exists.
 */
export async function takeCodes(
  codes: Codes = noCodes,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isFailure(error, 'alreadyExists')) throw error
    const abandoned = await abandonedGuards(codesOf(codes))
    if (abandoned.length === 0) throw error
    await transact(
      abandoned.map((guard) =>
        deleteItem(
          guard,
          { when: '#productId = :owner', values: { owner: guard.productId } },
          versionConflict,
        ),
      ),
    )
    throw versionConflict()
  }
}

/** The guards of codes whose product is deleted, which it stays. */
async function abandonedGuards(codes: readonly string[]): Promise<CodeGuard[]> {
  const guards = (
    await readMany<CodeGuard[]>(codes.map((code) => uniqueGuard('SKU', code)))
  ).filter((guard) => guard?.productId !== undefined) as Required<CodeGuard>[]
  const owners = await readProducts(guards.map(({ productId }) => productId))
  return guards.filter((_, at) => owners[at] === undefined)
}

/** The products that codes led to last, by table, shop and guard. */
const remembered = new Map<string, string>()

const maxRemembered = 10_000

/**
 * The product with a variant whose SKU or barcode is this code. A code that was asked for
 * before takes one read, another one two: first its guard.
 */
export async function findByCode(
  code: string,
): Promise<{ product: ProductRecord; variantId: string } | undefined> {
  const { pk } = uniqueGuard('SKU', code)
  const key = `${TableName()} ${currentShop().id} ${pk}`
  const last = remembered.get(key)
  const known = last === undefined ? undefined : withCode(await findProduct(last), code)
  const found = known ?? withCode(await readByGuard(code), code)
  if (!found) remembered.delete(key)
  else if (found.product.id !== last) {
    if (remembered.size >= maxRemembered) remembered.clear()
    remembered.set(key, found.product.id)
  }
  return found
}

async function readByGuard(code: string): Promise<ProductRecord | undefined> {
  const guard = await read<CodeGuard>(uniqueGuard('SKU', code))
  if (!guard) return undefined
  if (guard.productId !== undefined) return findProduct(guard.productId)
  return (await allProducts()).find((product) => withCode(product, code))
}

function withCode(product: ProductRecord | undefined, code: string) {
  const variant =
    product && variantsOf(product).find((each) => codesOf(each).includes(code))
  return variant && { product, variantId: variant.id }
}
