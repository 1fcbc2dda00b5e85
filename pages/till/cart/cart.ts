import type { ModifierChoice } from '../../../shared/client/api.ts'

/** A modifier that was chosen, with how many of it a unit has. */
export type Choice = Pick<ModifierChoice, 'groupId' | 'optionId'> & {
  readonly quantity: number
}

/** Goods of a line. The catalogue gives their name, price and tax. */
type Goods = {
  readonly productId: string
  /** Variant, if the product has any. */
  readonly variantId?: string | undefined
  /** Choices, if the product has modifier groups; may be empty. */
  readonly choices?: readonly Choice[] | undefined
}

/** An amount keyed in, which has no product. */
type KeyedIn = { readonly name: string; readonly unitCents: number }

/** Item of a cart. */
export type Item = Goods | KeyedIn

/** A line of a cart. Amounts are cents. */
export type CartLine = {
  /** Item of the line; lines with equal items are one. */
  readonly item: Item
  /** A whole number from 1. */
  readonly quantity: number
  /** The line's own discount. */
  readonly discountCents: number
  /** Price of a unit here, instead of the catalogue's. */
  readonly unitCents?: number | undefined
  /** List price of a unit when it was put into the cart. */
  readonly toldCents?: number | undefined
}

/** A customer's cart. It has no prices but those keyed in. */
export type Cart = {
  readonly lines: readonly CartLine[]
  /** The discount on the whole cart, in cents. */
  readonly discountCents: number
  readonly note: string
}

export const emptyCart: Cart = { lines: [], discountCents: 0, note: '' }

export const isKeyedIn = (item: Item): item is KeyedIn => 'unitCents' in item

/** More is a slip of a finger, or a barcode that was scanned into the field. */
export const maxQuantity = 9_999

/** Returns a key that is equal for items that a receipt shows as one line. */
export function keyOf(item: Item): string {
  if (isKeyedIn(item)) return JSON.stringify([item.name, item.unitCents])
  const choices = item.choices
    ?.map(({ groupId, optionId, quantity }) => `${groupId} ${optionId} ${quantity}`)
    .sort()
  return JSON.stringify([item.productId, item.variantId ?? null, choices ?? null])
}

/**
 * Puts a unit of an item, listed at `toldCents`, into the cart: onto its line unless that has a
 * price of its own.
 */
export function add(cart: Cart, item: Item, toldCents?: number): Cart {
  const key = keyOf(item)
  const at = cart.lines.findIndex(
    (line) => keyOf(line.item) === key && line.unitCents === undefined,
  )
  const line = cart.lines[at]
  if (line) return setQuantity(cart, at, line.quantity + 1)
  const added = { item, quantity: 1, discountCents: 0, toldCents }
  return { ...cart, lines: [...cart.lines, added] }
}

/** Changes how many units a line has; 0 removes it. */
export function setQuantity(cart: Cart, at: number, quantity: number): Cart {
  if (quantity <= 0) return without(cart, at)
  return change(cart, at, { quantity: Math.min(quantity, maxQuantity) })
}

/** Changes the price of a line's unit; undefined is its list price. */
export const setLinePrice = (
  cart: Cart,
  at: number,
  unitCents: number | undefined,
): Cart => change(cart, at, { unitCents })

export const setLineDiscount = (cart: Cart, at: number, discountCents: number): Cart =>
  change(cart, at, { discountCents })

/** Removes a line; a cart without lines keeps nothing else either. */
export function without(cart: Cart, at: number): Cart {
  const lines = cart.lines.filter((_, index) => index !== at)
  return lines.length === 0 ? emptyCart : { ...cart, lines }
}

const change = (cart: Cart, at: number, changed: Partial<CartLine>): Cart => ({
  ...cart,
  lines: cart.lines.map((line, index) => (index === at ? { ...line, ...changed } : line)),
})

/** Returns the number of units in a cart. */
export const countOf = ({ lines }: Cart): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)
