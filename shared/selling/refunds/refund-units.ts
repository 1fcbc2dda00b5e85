import { Failure } from '../../failure.ts'
import type { StoreOrderRecord } from '../checkout/store-orders.ts'
import type { RestaurantOrderRecord } from '../restaurant/restaurant-orders.ts'
import type { Order } from '../sales/orders.ts'
import type { OrderRefundRequest, StoreRefundRequest } from './refund-request.ts'

type Units = ReadonlyMap<number, number> | null

/**
 * The units of a store order's items that are asked for, by their place. Throws `invalid` for
 * a product that was not sold so, and for one without its price that was sold at several.
 */
export const unitsInStore =
  (wanted: StoreRefundRequest['items']) =>
  (order: Order): Units => {
    if (!wanted) return null
    const { items } = order as StoreOrderRecord
    const units = new Map<number, number>()
    for (const { productId, variantId, quantity, priceAtOrder, line } of wanted) {
      const sold = items.flatMap((item, at) =>
        item.productId === productId && isVariant(item, variantId)
          ? [{ at, price: item.priceAtOrder }]
          : [],
      )
      const prices = new Set(sold.map(({ price }) => price))
      // The line says the price of an amount keyed in
      const isOpen = productId === ''
      if (!isOpen && priceAtOrder === null && prices.size > 1)
        throw invalid(`${named(productId)} needs its priceAtOrder`)
      const [place, ...others] = sold.filter(
        ({ at, price }) => price === (priceAtOrder ?? price) && at === (line ?? at),
      )
      if (!place) throw invalid(`${named(productId)} was not sold so`)
      if (others.length > 0) throw invalid(`${named(productId)} needs its line`)
      units.set(place.at, (units.get(place.at) ?? 0) + quantity)
    }
    return units
  }

const named = (productId: string) =>
  productId === '' ? 'an amount keyed in' : `product ${productId}`

/** A plain product was sold as its default variant. */
const isVariant = (
  { productId, variantId = productId }: StoreOrderRecord['items'][number],
  wanted: string | null | undefined,
) => variantId === (wanted ?? variantId)

/**
 * Returns the units to refund by place of the line in a restaurant's order. Throws
 * `invalid` for a line that the order does not have.
 */
export const unitsInRestaurant =
  (wanted: OrderRefundRequest['items']) =>
  (order: Order): Units => {
    if (!wanted) return null
    const { lines } = order as RestaurantOrderRecord
    const units = new Map<number, number>()
    for (const { orderDishId } of wanted) {
      const at = lines.findIndex(({ id }) => id === orderDishId)
      if (at === -1) throw invalid(`the order has no dish ${orderDishId}`)
      units.set(at, (units.get(at) ?? 0) + 1)
    }
    return units
  }

const invalid = (fault: string) => new Failure('invalid', { fault: `items: ${fault}` })
