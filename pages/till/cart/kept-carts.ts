import { newId } from '../../../shared/ids.ts'
import { isObject } from '../../parts/is-object.ts'
import { kept } from '../shop/kept.ts'
import { type Cart, emptyCart } from './cart.ts'

/** A cart that waits while others are served. */
export type ParkedCart = {
  readonly id: string
  readonly cart: Cart
  readonly parkedMs: number
  readonly by: string
}

/** More waiting carts than that are forgotten ones; the oldest go. */
const maxParked = 30

/** The cart survives a reload and a crash. */
export const keptCart = kept<Cart>(
  'cart',
  emptyCart,
  (value) => (isCart(value) ? value : undefined),
  (here, left) => {
    if (here.lines.length === 0) return left
    if (left.lines.length > 0) void keptParked.set(withParked(keptParked.get(), left, ''))
    return here
  },
)

export const keptParked = kept<readonly ParkedCart[]>(
  'parked',
  [],
  (value) =>
    Array.isArray(value) ? value.filter(isParked).slice(-maxParked) : undefined,
  (here, left) => [
    ...left.filter(({ id }) => !here.some((each) => each.id === id)),
    ...here,
  ],
)

/** Lets a cart wait, too, unless it is empty. */
export const withParked = (
  others: readonly ParkedCart[],
  cart: Cart,
  by: string,
): readonly ParkedCart[] =>
  cart.lines.length === 0
    ? others
    : [...others, { id: newId(), cart, parkedMs: Date.now(), by }]

const isParked = (value: unknown): value is ParkedCart =>
  isObject(value) && typeof value.id === 'string' && isCart(value.cart)

/**
 * True if a kept value is a cart; other forms, as of an earlier version of the till, are
 * dropped.
 */
const isCart = (value: unknown): value is Cart =>
  isObject(value) &&
  Array.isArray(value.lines) &&
  value.lines.every(isLine) &&
  Number.isSafeInteger(value.discountCents) &&
  typeof value.note === 'string'

const isLine = (value: unknown): boolean =>
  isObject(value) &&
  isObject(value.item) &&
  Number.isSafeInteger(value.quantity) &&
  Number.isSafeInteger(value.discountCents) &&
  (value.unitCents === undefined || Number.isSafeInteger(value.unitCents)) &&
  (typeof value.item.productId === 'string' ||
    (typeof value.item.name === 'string' && Number.isSafeInteger(value.item.unitCents)))
