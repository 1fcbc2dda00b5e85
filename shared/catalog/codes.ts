import { currentShop } from '../current-shop.ts'
import { Failure, isFailure } from '../failure.ts'
import { TableName } from '../platform/dynamodb/client.ts'
import { type Item, uniqueGuard } from '../platform/dynamodb/keys.ts'
import {
  deleteUnchanged,
  unchanged,
  versionConflict,
} from '../platform/dynamodb/optimistic-lock.ts'
import { readMany } from '../platform/dynamodb/read.ts'
import { transact } from '../platform/dynamodb/transact.ts'
import {
  conditionCheck,
  deleteIfPresent,
  insert,
  upsert,
  type Write,
} from '../platform/dynamodb/write.ts'
import {
  type Codes,
  gtinsOf,
  haveCode,
  readingsOf,
  type ScannedCode,
} from './article-number.ts'
import { allProducts, type ProductRecord, productKey, readProducts } from './products.ts'
import { type Variant, variantsOf } from './variants.ts'

/**
 * SKUs and barcodes are one scope of unique texts. A guard names the product with the
 * code. A guard names the product that has the code. Those of version 0.2 do not, until
 * they are migrated.
 *
 * Article numbers have guards besides, as one number has several spellings. Such a guard has
 * the set of its owners: one, or several where products of version 0.3 share a number. Version
 * 0.3 neither takes nor frees these guards.
 */

type CodeGuard = Item & {
  readonly productId?: string
  readonly owners?: ReadonlySet<string>
}

/** The codes of a variant, its SKU first. */
export const codesOf = ({ SKU, barcodes }: Codes): string[] => [
  ...new Set([...(SKU === null ? [] : [SKU]), ...barcodes]),
]

const numbersOf = ({ barcodes }: Codes) => gtinsOf(barcodes)

const codeGuard = (code: string) => uniqueGuard('SKU', code)
const numberGuard = (gtin: string) => uniqueGuard('GTIN', gtin)

/** The unique texts of a product's variants, as scope and text. */
export const guardsOf = (variants: readonly Codes[]) => [
  ...variants.flatMap(codesOf).map((code) => ['SKU', code] as const),
  ...variants.flatMap(numbersOf).map((gtin) => ['GTIN', gtin] as const),
]

/** A product's variants before and after a change of their codes. */
export type CodeChange = {
  readonly before: readonly Codes[]
  readonly after: readonly Codes[]
}

/**
 * Builds the writes with which variants of a product give up codes and take others. They
 * fail with `alreadyExists`; `takeCodes` finds out whether that is final.
 */
export function updateCodes(productId: string, change: CodeChange): Write[] {
  const codes = differences(change, codesOf)
  const numbers = differences(change, numbersOf)
  const owners = new Set([productId])
  const exists = () => new Failure('alreadyExists')
  return [
    ...codes.freed.map((code) => deleteIfPresent(codeGuard(code))),
    ...codes.taken.map((code) => insert({ ...codeGuard(code), productId }, exists)),
    ...numbers.freed.map((gtin) => upsert(numberGuard(gtin), { subtract: { owners } })),
    ...numbers.taken.map((gtin) =>
      upsert(numberGuard(gtin), { add: { owners }, when: isFree }, exists),
    ),
  ]
}

const isFree = 'attribute_not_exists(#owners)'

/**
 * Returns the texts that the change removes and adds; an added text that two variants of
 * one product would share is included.
 */
function differences(
  { before, after }: CodeChange,
  textsOf: (codes: Codes) => readonly string[],
) {
  const [had, has] = [before, after].map((variants) => {
    const counts = new Map<string, number>()
    for (const text of variants.flatMap(textsOf))
      counts.set(text, (counts.get(text) ?? 0) + 1)
    return counts
  }) as [Map<string, number>, Map<string, number>]
  return {
    freed: [...had.keys()].filter((text) => !has.has(text)),
    taken: [...has].flatMap(([text, count]) =>
      count > (had.get(text) ?? 0) ? text : [],
    ),
  }
}

/**
 * Runs work that changes codes. Guards may name products that are deleted, or that gave up a
 * number by version 0.3: those are removed, and the work fails with a version conflict, to be
 * retried. Throws `alreadyExists` with the product that has a code.
 */
export async function takeCodes(
  change: CodeChange,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isFailure(error, 'alreadyExists')) throw error
    const claims = await readClaims(change)
    const [held] = claims.filter(({ holder }) => holder)
    if (held?.holder) throw taken(held.text, held.holder)
    if (claims.length === 0) throw error
    const owners = new Map(
      claims.flatMap((claim) => claim.owners.map((owner) => [owner.id, owner])),
    )
    await transact([
      ...claims.map(({ guard }) => deleteUnchanged(guard, ['productId', 'owners'])),
      // An owner that exists could take its number again
      ...[...owners.values()].map((owner) =>
        conditionCheck(owner, unchanged(owner, ['version']), versionConflict),
      ),
    ])
    throw versionConflict()
  }
}

/** Says who has a code that another product was to get. */
export const taken = (takenCode: string, { id, name }: ProductRecord, field?: string) =>
  new Failure('alreadyExists', {
    takenCode,
    productId: id,
    productName: name,
    ...(field !== undefined && { field }),
  })

/** The guard of a code that a change takes, which names products. */
type Claim = {
  readonly text: string
  readonly guard: CodeGuard
  /** Existing owners of the code. */
  readonly owners: readonly ProductRecord[]
  /** The first of them that has the code. */
  readonly holder: ProductRecord | undefined
}

async function readClaims(change: CodeChange): Promise<Claim[]> {
  const codes = differences(change, codesOf).taken
  const numbers = differences(change, numbersOf).taken
  const guards = await readMany<CodeGuard[]>([
    ...codes.map(codeGuard),
    ...numbers.map(numberGuard),
  ])
  const claims = [...codes, ...numbers].map(async (text, at) => {
    const guard = guards[at]
    if (!guard) return []
    const isNumber = at >= codes.length
    const has = (owner: ProductRecord) =>
      variantsOf(owner)
        .flatMap(isNumber ? numbersOf : codesOf)
        .includes(text)
    const { productId, owners: ids = isNumber ? [] : [productId] } = guard
    const found = [...ids].includes(undefined)
      ? (await allProducts()).filter(has)
      : await readProducts(ids as Iterable<string>)
    const owners = found.filter((owner) => owner !== undefined)
    return [{ text, guard, owners, holder: owners.find(has) }]
  })
  return (await Promise.all(claims)).flat()
}

/** A variant that has a code. */
export type CodeHolder = { readonly product: ProductRecord; readonly variant: Variant }

/** The products that a code led to last. */
type Remembered = {
  readonly ids: readonly string[]
  /** True if a variant has the code exactly as scanned: then nothing else can get it. */
  readonly isWritten: boolean
}

/** By table, shop, article number and code. */
const remembered = new Map<string, Remembered>()

const maxRemembered = 10_000

/**
 * Finds the variants with a scanned code as SKU or barcode: first those with the exact
 * code, then those with another spelling of the article number, which products of version
 * 0.3 may share. Takes one round trip for a code that was looked up before, otherwise
 * two: first its guards. Undefined if nothing has the code.
 */
export async function findByCode(text: string) {
  for (const code of readingsOf(text)) {
    const [first, ...others] = await findHolders(code)
    if (first) return { code, first, others }
  }
  return undefined
}

async function findHolders(code: ScannedCode): Promise<CodeHolder[]> {
  const key = [TableName(), currentShop().id, code.spellings[0], code.text].join(' ')
  const last = remembered.get(key)
  const known = last && (await readAgain(last, code))
  if (known) return known
  remembered.delete(key)
  const found = holdersOf(await readByGuards(code), code)
  const [first] = found
  if (!first) return []
  if (remembered.size >= maxRemembered) remembered.clear()
  const ids = [...new Set(found.map(({ product }) => product.id))]
  remembered.set(key, { ids, isWritten: isWritten(first, code) })
  return found
}

/** Undefined unless the same products have the code. */
async function readAgain({ ids, isWritten }: Remembered, code: ScannedCode) {
  const keys = ids.map(productKey)
  const records = await readMany(isWritten ? keys : [...keys, codeGuard(code.text)])
  const products = records.slice(0, ids.length) as (ProductRecord | undefined)[]
  const holders = holdersOf(products, code)
  const have = new Set(holders.map(({ product }) => product.id))
  return have.size === ids.length && !records[ids.length] ? holders : undefined
}

/** The products that the guards of a code and of its other spellings name. */
async function readByGuards({ text, spellings }: ScannedCode) {
  const texts = new Set([text, ...spellings])
  const guards = (await readMany<CodeGuard[]>([...texts].map(codeGuard))).filter(
    (guard) => guard !== undefined,
  )
  if (guards.some(({ productId }) => productId === undefined)) return allProducts()
  return readProducts(new Set(guards.map(({ productId }) => String(productId))))
}

const holdersOf = (
  products: readonly (ProductRecord | undefined)[],
  code: ScannedCode,
): CodeHolder[] => {
  const holders = products.flatMap((product) =>
    product
      ? variantsOf(product)
          .filter((variant) => haveCode(variant, code))
          .map((variant) => ({ product, variant }))
      : [],
  )
  const written = holders.filter((holder) => isWritten(holder, code))
  return [...written, ...holders.filter((holder) => !written.includes(holder))]
}

const isWritten = ({ variant }: CodeHolder, { text }: ScannedCode) =>
  haveCode(variant, { text, spellings: [] })
