import type { CheckoutItem, ModifierGroup, Tax } from '../../../shared/client/api.ts'
import { computeSale } from '../../../shared/selling/sales/sale-sums.ts'
import type { ShopProduct } from '../../parts/shop-product.ts'
import { type Cart, type CartLine, type Choice, isKeyedIn } from './cart.ts'

/** Parts of the shop that a cart's prices come from. */
export type Prices = {
  readonly products: ReadonlyMap<string, ShopProduct>
  readonly modifierGroups: readonly ModifierGroup[]
  readonly taxes: readonly Tax[]
  readonly pricesIncludeTax: boolean
  /** Amounts are multiples of it: 100 in a currency without cents, else 1. */
  readonly smallestCents: number
}

/** A line with its facts from the catalogue. Amounts are cents. */
export type PricedLine = CartLine & {
  readonly name: string
  /** The chosen modifiers in words. */
  readonly details: readonly string[]
  readonly unitCents: number
  /** Price of a unit by the catalogue. */
  readonly listedCents: number
  /** All units, less the line's own discount. */
  readonly totalCents: number
  readonly tax: { readonly name: string; readonly rateThousandths: number } | undefined
  /** True once it can no longer be sold: deleted, or not available. */
  readonly isGone: boolean
  /** Units in stock, if the cart has more of them. */
  readonly left: number | undefined
}

export type PricedCart = {
  readonly lines: readonly PricedLine[]
  /** All units at their prices, in cents. */
  readonly costCents: number
  /** All discounts, in cents. */
  readonly discountCents: number
  /** Tax that comes on top of the lines, in cents; 0 where prices include it. */
  readonly addedTaxCents: number
  /** By name and rate, in cents. */
  readonly taxes: ReturnType<typeof computeSale>['taxes']
  /** Amount due for the goods, in cents: without a tip. */
  readonly dueCents: number
  /** True if the cart can be sold. */
  readonly isSellable: boolean
}

/**
 * Prices a cart by the very sums that the server computes. Discounts above the cost of
 * their lines are cut, as after a line was removed.
 */
export function priceCart(cart: Cart, prices: Prices): PricedCart {
  const short = shortagesOf(cart, prices)
  const lines = cart.lines.map((line) => ({
    ...priceLine(line, prices),
    left: short.get(stockKeyOf(line)),
  }))
  const leftCents = sumOf(lines.map(({ totalCents }) => totalCents))
  const cartDiscountCents = Math.min(cart.discountCents, leftCents)
  const sums = computeSale(
    lines.map(({ quantity, unitCents, discountCents, tax }) => ({
      quantity,
      costCents: quantity * unitCents,
      discountCents,
      tax,
    })),
    {
      discountCents: cartDiscountCents,
      pricesIncludeTax: prices.pricesIncludeTax,
      smallestCents: prices.smallestCents,
    },
  )
  return {
    lines,
    costCents: sumOf(lines.map(({ quantity, unitCents }) => quantity * unitCents)),
    discountCents: sums.discountCents,
    addedTaxCents: sums.addedTaxCents,
    taxes: sums.taxes,
    dueCents: sums.expectedCents,
    isSellable: lines.length > 0 && lines.every(({ isGone }) => !isGone),
  }
}

function priceLine(line: CartLine, prices: Prices): Omit<PricedLine, 'left'> {
  const goods = goodsOf(line, prices)
  const unitCents = line.unitCents ?? goods.listedCents
  const costCents = unitCents * line.quantity
  const discountCents = Math.min(line.discountCents, costCents)
  const totalCents = costCents - discountCents
  return { ...line, ...goods, unitCents, discountCents, totalCents }
}

const stockKeyOf = ({ item }: CartLine) =>
  isKeyedIn(item) ? item.name : `${item.productId} ${item.variantId ?? ''}`

/** Returns the units left of goods that the cart has too many of. */
function shortagesOf({ lines }: Cart, { products }: Prices): ReadonlyMap<string, number> {
  const short = new Map<string, number>()
  for (const [key, alike] of Map.groupBy(lines, stockKeyOf)) {
    const item = alike[0]?.item
    const product = item && !isKeyedIn(item) ? products.get(item.productId) : undefined
    if (!item || isKeyedIn(item) || !product?.trackStock) continue
    if (product.stockPolicy === 'afterwards') continue
    const variant = product.variants.find(({ id }) => id === item.variantId)
    const left = Math.max(0, (variant ?? product).quantity)
    if (sumOf(alike.map(({ quantity }) => quantity)) > left) short.set(key, left)
  }
  return short
}

type GoodsOfLine = Pick<PricedLine, 'name' | 'details' | 'listedCents' | 'tax' | 'isGone'>

const gone = { name: '…', details: [], listedCents: 0, tax: undefined, isGone: true }

function goodsOf({ item }: CartLine, prices: Prices): GoodsOfLine {
  if (isKeyedIn(item)) {
    const tax = taxOf(null, prices)
    const { name, unitCents: listedCents } = item
    return { name, details: [], listedCents, tax, isGone: false }
  }
  const product = prices.products.get(item.productId)
  if (!product) return gone
  const variant = product.variants.find(({ id }) => id === item.variantId)
  if (item.variantId !== undefined && !variant) return { ...gone, name: product.name }
  const choices = chosenOf(item.choices ?? [], prices)
  const cents = choices.reduce(
    (sum, { quantity, option }) => sum + quantity * option.priceCents,
    variant?.priceCents ?? product.priceCents,
  )
  return {
    name: variant ? variantName(product, variant.id) : product.name,
    details: choices.map(({ quantity, option }) =>
      quantity > 1 ? `${quantity} × ${option.name}` : option.name,
    ),
    listedCents: Math.max(0, cents),
    tax: taxOf(product.taxId, prices),
    isGone: !product.isAvailable || variant?.isActive === false,
  }
}

const chosenOf = (choices: readonly Choice[], { modifierGroups }: Prices) =>
  choices.flatMap(({ groupId, optionId, quantity }) => {
    const group = modifierGroups.find(({ id }) => id === groupId)
    const option = group?.options.find(({ id }) => id === optionId)
    return option ? [{ quantity, option }] : []
  })

/** Such as "Shirt (Blue, M)". */
export function variantName(
  { name, variants, options }: ShopProduct,
  id: string,
): string {
  const values = options.flatMap((option) => option.values)
  const chosen = variants.find((variant) => variant.id === id)?.optionValueIds ?? []
  const texts = values.filter((value) => chosen.includes(value.id))
  return texts.length === 0
    ? name
    : `${name} (${texts.map(({ value }) => value).join(', ')})`
}

/** The taxes with their rates of a day of the shop, such as 2027-01-01. */
export const taxesOn = (taxes: readonly Tax[], day: string): Tax[] =>
  taxes.map((tax) =>
    tax.nextRate && tax.nextRate.fromDay <= day
      ? { ...tax, ratePercent: tax.nextRate.ratePercent }
      : tax,
  )

/** The tax of goods as the server computes with it. */
export function taxOf(
  taxId: string | null,
  { taxes }: Pick<Prices, 'taxes'>,
): PricedLine['tax'] {
  const tax = taxes.find(({ id, isDefault }) =>
    taxId === null ? isDefault : id === taxId,
  )
  // Rates have three decimals at most.
  return tax && { name: tax.name, rateThousandths: Math.round(tax.ratePercent * 1_000) }
}

/** True if a cart costs another amount than the catalogue's: by discounts, or other prices. */
export const isReduced = ({ lines, discountCents }: PricedCart): boolean =>
  discountCents > 0 ||
  lines.some(({ unitCents, listedCents }) => unitCents !== listedCents)

/** Lines of the same goods at the same price as one, as the shop books them. */
export function mergedLines({ lines }: Pick<PricedCart, 'lines'>): readonly PricedLine[] {
  const byGoods = new Map<string, PricedLine>()
  for (const line of lines) {
    const { item, name, unitCents, tax } = line
    const goods = isKeyedIn(item)
      ? []
      : [item.productId, item.variantId ?? null, item.choices ?? null]
    const key = JSON.stringify([goods, name, unitCents, tax])
    const same = byGoods.get(key)
    byGoods.set(key, {
      ...line,
      quantity: line.quantity + (same?.quantity ?? 0),
      discountCents: line.discountCents + (same?.discountCents ?? 0),
      totalCents: line.totalCents + (same?.totalCents ?? 0),
    })
  }
  return [...byGoods.values()]
}

/** The lines as checkout and quotes take them. */
export const itemsOf = (cart: PricedCart): CheckoutItem[] =>
  mergedLines(cart).map(({ item, quantity, unitCents, discountCents }) => ({
    ...(isKeyedIn(item)
      ? { name: item.name }
      : {
          productId: item.productId,
          ...(item.variantId !== undefined && { variantId: item.variantId }),
          ...(item.choices && { modifiers: [...item.choices] }),
        }),
    quantity,
    priceAtOrder: unitCents,
    ...(discountCents > 0 && { discountCents }),
  }))

const sumOf = (cents: readonly number[]) => cents.reduce((sum, each) => sum + each, 0)
