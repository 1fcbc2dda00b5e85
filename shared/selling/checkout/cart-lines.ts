import {
  type ChosenModifier,
  chooseModifiers,
  modifiersCents,
  soldModifiers,
} from '../../catalog/modifier-groups.ts'
import type { StockPolicy } from '../../catalog/product.ts'
import {
  type ProductRecord,
  type StockHints,
  stockHints,
} from '../../catalog/products.ts'
import { findTax } from '../../catalog/taxes.ts'
import {
  findVariant,
  hasVariants,
  type Variant,
  variantName,
  variantsOf,
} from '../../catalog/variants.ts'
import { Failure } from '../../failure.ts'
import type { SoldModifier, SoldTax } from '../sales/sale-snapshot.ts'
import type { CartToSell, CheckoutRequest } from './checkout-request.ts'
import type { SaleInputs } from './sale-inputs.ts'

/** An item as clients send it. */
export type CartItem = CheckoutRequest['items'][number]

/** An item with its unit in the catalogue. */
export type CartLine = CartItem & {
  /** With the values of its variant. */
  readonly productName: string
  readonly sku: string | null
  /** Cost of a unit for the shop; 0 for unknown. */
  readonly unitCostCents: number
  readonly tax: SoldTax | undefined
  /** The first of its product's categories. */
  readonly categoryId: string | undefined
  readonly soldModifiers: readonly SoldModifier[]
  /**
   * Catalogue price of a unit with its modifiers, or with the defaults if its item names
   * none; undefined for an amount keyed in.
   */
  readonly cataloguePriceCents: number | undefined
  readonly takes: readonly Take[]
}

/** Counting of units: in the sale, afterwards, or not at all. */
type Counted = StockPolicy | 'never'

/** Units of one variant's stock that one unit of a line takes. */
export type Take = {
  readonly productId: string
  /** Absent for the default variant. */
  readonly variantId?: string | undefined
  readonly quantity: number
  /** Attribute of the product's record that counts its units. */
  readonly unitsIn: string
  readonly counted: Counted
  /** Units in stock; undefined where the product was not read. */
  readonly inStock?: number | undefined
  /** Units of all its line that were not there; absent for none. */
  readonly shortQuantity?: number
}

/**
 * Returns the items of a cart with their units in the catalogue, in order. Throws
 * `checkoutProductNotFound`, `checkoutVariantRequired`, `checkoutProductNotAvailable`,
 * `checkoutInvalidModifiers`, `checkoutInvalidQuantity`, and `checkoutInvalidReference`
 * for an unknown tax.
 */
export const cartLines = (
  { items, isQuoted }: Pick<CartToSell, 'items' | 'isQuoted'>,
  saleInputs: SaleInputs,
): CartLine[] =>
  items.map((item, at) => {
    const line = item.keyedIn
      ? keyedInLine(item, item.keyedIn, saleInputs, at)
      : productLine(item, saleInputs, at, isQuoted)
    const isLimited = line.takes.some(({ counted }) => counted === 'exact')
    if (line.quantity > maxUncounted && !isLimited) {
      throw new Failure('checkoutInvalidQuantity', { field: `items[${at}].quantity` })
    }
    return line
  })

/** Most units of goods that no stock limits: reports add them up. */
const maxUncounted = 1_000_000_000

function productLine(
  item: CartItem,
  saleInputs: SaleInputs,
  at: number,
  isQuoted = false,
): CartLine {
  const field = `items[${at}].productId`
  const product = saleInputs.products.get(item.productId)
  if (!product) throw new Failure('checkoutProductNotFound', { field })
  const variant = variantToSell(product, item.variantId, at)
  if (product.isAvailable === false && !isQuoted) {
    throw new Failure('checkoutProductNotAvailable', { name: product.name, field })
  }
  const modifiers = modifiersOf(product, saleInputs, item, at)
  const takes = [
    ...takesOf(product, variant, saleInputs),
    ...takesOfModifiers(modifiers, saleInputs),
  ]
  return {
    ...item,
    soldModifiers: soldModifiers(modifiers),
    // A plain product needs no variant
    variantId: isItsProduct(product, variant) ? undefined : variant.id,
    productName: variantName(product, variant),
    sku: variant.SKU,
    // A sale does not read the costs of other products that it takes
    unitCostCents: isBundle(product) || takes.length > 1 ? 0 : variant.costCents,
    tax: soldTax(saleInputs, product.taxId),
    categoryId: product.categoryIds[0],
    cataloguePriceCents: Math.max(variant.priceCents + modifiersCents(modifiers), 0),
    takes,
  }
}

/** The only variant of a product may also be another one, after the default was deleted. */
const isItsProduct = (product: ProductRecord, variant: Variant) =>
  variant.id === product.id && !hasVariants(product)

function keyedInLine(
  item: CartItem,
  { name, taxId }: NonNullable<CartItem['keyedIn']>,
  saleInputs: SaleInputs,
  at: number,
): CartLine {
  const tax = soldTax(saleInputs, taxId)
  if (typeof taxId === 'string' && !tax) {
    throw new Failure('checkoutInvalidReference', { field: `items[${at}].taxId` })
  }
  return {
    ...item,
    variantId: undefined,
    modifiers: undefined,
    soldModifiers: [],
    productName: name,
    sku: null,
    unitCostCents: 0,
    tax,
    categoryId: undefined,
    cataloguePriceCents: undefined,
    takes: [],
  }
}

function variantToSell(
  product: ProductRecord,
  variantId: string | undefined,
  at: number,
): Variant {
  const variant = findVariant(product, variantId)
  if (variant === 'ambiguous') {
    throw new Failure('checkoutVariantRequired', { field: `items[${at}].variantId` })
  }
  if (variant === 'unknown') {
    throw new Failure('checkoutProductNotFound', { field: `items[${at}].variantId` })
  }
  return variant
}

function modifiersOf(
  { modifierGroupIds }: ProductRecord,
  saleInputs: SaleInputs,
  item: CartItem,
  at: number,
): ChosenModifier[] {
  const chosen = chooseModifiers(saleInputs.modifiers, modifierGroupIds, item.modifiers)
  if (Array.isArray(chosen)) return chosen
  throw new Failure('checkoutInvalidModifiers', { field: `items[${at}].modifiers` })
}

/** The name and rate of the tax that something is sold with. */
function soldTax({ taxes }: SaleInputs, taxId: string | null | undefined) {
  const tax = findTax(taxes, taxId)
  return tax && { name: tax.name, rateThousandths: tax.rateThousandths }
}

/** A bundle takes its components, any other product a unit of its variant. */
function takesOf(
  product: ProductRecord,
  variant: Variant,
  { products }: SaleInputs,
): Take[] {
  if (!isBundle(product)) return [takeOf(product, variant, 1)]
  return (product.components ?? []).map(({ componentId, quantity, ...stored }) =>
    takeOfNamed(
      products.get(componentId),
      { productId: componentId, ...stored },
      quantity,
    ),
  )
}

/** A modifier may be a product, of which each takes units. */
const takesOfModifiers = (
  modifiers: readonly ChosenModifier[],
  { products }: SaleInputs,
): Take[] =>
  modifiers.flatMap(
    ({ option: { productId, quantity: units = 1, ...stored }, quantity }) =>
      productId === undefined
        ? []
        : [
            takeOfNamed(
              products.get(productId),
              { productId, ...stockHints(stored) },
              units * quantity,
            ),
          ],
  )

export const isBundle = ({ components = [] }: Pick<ProductRecord, 'components'>) =>
  components.length > 0

const countedBy = ({ trackStock, stockPolicy }: StockHints): Counted =>
  trackStock === false ? 'never' : (stockPolicy ?? 'exact')

const takeOf = (product: ProductRecord, variant: Variant, quantity: number): Take => ({
  productId: product.id,
  variantId: variant.id === product.id ? undefined : variant.id,
  quantity,
  unitsIn: variant.unitsIn,
  counted: countedBy(product),
  inStock: variant.quantity,
})

/** A variant by its name in another record, which says where its units were at that time. */
type NamedVariant = StockHints & {
  readonly productId: string
  readonly variantId?: string | undefined
  readonly unitsIn?: string
}

/**
 * Takes the settings of a product that was read from its record; otherwise the hints of
 * the record that names it.
 */
function takeOfNamed(
  product: ProductRecord | undefined,
  { productId, variantId, unitsIn = 'quantity', ...hints }: NamedVariant,
  quantity: number,
): Take {
  if (!product) {
    return { productId, variantId, quantity, unitsIn, counted: countedBy(hints) }
  }
  const variant = variantsOf(product).find(({ id }) => id === (variantId ?? productId))
  if (!variant) throw new Failure('checkoutProductNotFound')
  return takeOf(product, variant, quantity)
}

/** One line for the items that a receipt shows as one; those that differ in `apart` stay two. */
export function mergeItems<Item extends CartItem>(
  items: readonly Item[],
  apart: (item: Item) => readonly unknown[] = () => [],
): Item[] {
  const merged = new Map<string, Item>()
  for (const item of items) {
    const key = JSON.stringify([
      item.productId,
      item.priceAtOrder,
      ...detailsOf(item),
      ...apart(item),
    ])
    const same = merged.get(key)
    merged.set(key, {
      ...item,
      quantity: (same?.quantity ?? 0) + item.quantity,
      discountCents: (same?.discountCents ?? 0) + item.discountCents,
    })
  }
  return [...merged.values()]
}

/** Optional fields of an item, beside its product, price and discount. */
export type Details = Partial<Pick<CartItem, 'variantId' | 'modifiers' | 'keyedIn'>>

/**
 * Returns the fields that tell an item from others of the same product and price; empty
 * for a product alone, as older tills send it.
 */
export function detailsOf({
  variantId,
  modifiers,
  keyedIn,
}: Details): readonly unknown[] {
  const details = [
    variantId ?? null,
    modifiers ? choicesOf(modifiers) : null,
    keyedIn ? [keyedIn.name, keyedIn.taxId ?? null] : null,
  ]
  return details.every((detail) => detail === null) ? [] : details
}

/** Each option with all of its units, in whatever order and parts the client named them. */
function choicesOf(modifiers: NonNullable<Details['modifiers']>): string[] {
  const byOption = Map.groupBy(modifiers, ({ groupId, optionId }) =>
    JSON.stringify([groupId, optionId]),
  )
  return [...byOption.values()]
    .flatMap(([first, ...others]) => {
      if (!first) return []
      const { groupId, optionId } = first
      const quantity = others.reduce((sum, each) => sum + each.quantity, first.quantity)
      return JSON.stringify([groupId, optionId, quantity])
    })
    .sort()
}
