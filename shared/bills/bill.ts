import { type DishRecord, dishKey, softDeletedDishKey } from '../catalog/dishes.ts'
import { findTax, type TaxesRecord, taxesKey } from '../catalog/taxes.ts'
import { readMany } from '../dynamodb/read.ts'
import { Failure } from '../failure.ts'
import type { RestaurantOrderRecord } from '../restaurant/restaurant-orders.ts'
import { type DayRecord, dayRecordKey } from '../sales/day-record.ts'
import { type Order, orderKey } from '../sales/orders.ts'
import type { SoldTax } from '../sales/sale-snapshot.ts'
import { baseCurrencyKey, configKey } from '../shop/config.ts'
import { type SaleSettings, saleSettings } from '../shop/sold-shop.ts'
import { type User, userKey } from '../staff/users.ts'
import type { SettleRequest } from './settle-request.ts'

/** What a settlement depends on: the order, who settles it, and the shop's settings. */
export type Bill = SaleSettings & {
  readonly order: RestaurantOrderRecord
  readonly user: User | undefined
  readonly taxes: TaxesRecord | undefined
  readonly day: DayRecord | undefined
}

/** Reads what a settlement depends on, in one round trip. Throws `notFound`. */
export async function readBill(
  orderId: string,
  { userId }: SettleRequest,
): Promise<Bill> {
  const [order, user, taxes, config, currency, day] = await readMany([
    orderKey(orderId),
    userKey(userId),
    taxesKey,
    configKey,
    baseCurrencyKey,
    dayRecordKey,
  ])
  if ((order as Order | undefined)?.kind !== 'restaurant') throw new Failure('notFound')
  return {
    order: order as RestaurantOrderRecord,
    user: user as User | undefined,
    taxes: taxes as TaxesRecord | undefined,
    ...saleSettings(config, currency),
    day: day as DayRecord | undefined,
  }
}

/**
 * The tax of each dish of an order by the dish's id, also of dishes that were deleted since
 * they were ordered. A shop without taxes reads none.
 */
export async function readDishTaxes({
  order,
  taxes,
}: Bill): Promise<ReadonlyMap<string, SoldTax>> {
  if (!taxes?.taxes.length) return new Map()
  const ids = [...new Set(order.lines.map(({ dishId }) => dishId))]
  const live = await readDishes(ids.map(dishKey))
  const deleted = await readDishes(
    ids.filter((id) => !live.has(id)).map(softDeletedDishKey),
  )
  return new Map(
    ids.flatMap((id) => {
      const tax = findTax(taxes, (live.get(id) ?? deleted.get(id))?.taxId)
      return tax ? [[id, { name: tax.name, rateThousandths: tax.rateThousandths }]] : []
    }),
  )
}

async function readDishes(
  keys: readonly ReturnType<typeof dishKey>[],
): Promise<Map<string, DishRecord>> {
  return new Map(
    ((await readMany(keys)) as (DishRecord | undefined)[]).flatMap((dish) =>
      dish ? [[dish.id, dish]] : [],
    ),
  )
}
