import { isObject } from '../is-object.ts'
import { kept } from '../kept.ts'
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
export const keptCart = kept<Cart>('cart', emptyCart, (value) =>
  isCart(value) ? value : undefined,
)

export const keptParked = kept<readonly ParkedCart[]>('parked', [], (value) =>
  Array.isArray(value) ? value.filter(isParked).slice(-maxParked) : undefined,
)

const isParked = (value: unknown): value is ParkedCart =>
  isObject(value) && typeof value.id === 'string' && isCart(value.cart)

/** What an earlier version of the till may have kept in another form is let go. */
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
