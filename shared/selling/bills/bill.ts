import { dishesAt, dishKey, softDeletedDishKey } from '../../catalog/dishes.ts'
import type { DishRecord } from '../../catalog/shown-dish.ts'
import {
  findTax,
  type StoredTax,
  type TaxesRecord,
  taxesAt,
  taxesKey,
} from '../../catalog/taxes.ts'
import { Failure } from '../../failure.ts'
import { type User, userKey } from '../../people/staff/users.ts'
import { readMany } from '../../platform/dynamodb/read.ts'
import { discountCentsOf } from '../restaurant/bill-discount.ts'
import { type OrderLine, sumOf } from '../restaurant/order-line.ts'
import {
  type Prepaid,
  prepaidOf,
  type RestaurantOrderRecord,
} from '../restaurant/restaurant-orders.ts'
import { type DayRecord, dayRecordKey } from '../sales/day-record.ts'
import { type Order, orderKey } from '../sales/orders.ts'
import type { SoldTax } from '../sales/sale-snapshot.ts'
import { computeSale, type SaleSums } from '../sales/sale-sums.ts'
import { checkTenders, roundingOf } from '../sales/tenders.ts'
import { type SellingTill, type TillDay, tillKeys } from '../sales/till-day.ts'
import {
  type BaseCurrency,
  baseCurrencyKey,
  configKey,
  type ShopConfig,
} from '../shop-config/config.ts'
import { isOfOtherCurrency } from '../shop-config/currency-history.ts'
import { type SaleSettings, saleSettings } from '../shop-config/sold-shop.ts'
import type { SettleRequest } from './bill-requests.ts'

/** Inputs of a settlement: the order, its settling user, and the shop's settings. */
export type Bill = SaleSettings & {
  readonly order: RestaurantOrderRecord
  readonly user: User | undefined
  readonly taxes: readonly StoredTax[]
  readonly day: DayRecord | undefined
  readonly tillDay?: TillDay | undefined
}

/**
 * Reads the inputs of a settlement, in one round trip, with the tax rates of a moment in
 * Unix ms. Throws `notFound`.
 */
export async function readBill(
  orderId: string,
  { userId }: Pick<SettleRequest, 'userId'>,
  taxedAtMs: number,
  till?: SellingTill,
): Promise<Bill> {
  const [order, user, taxes, config, currency, day, tillDay] = await readMany<
    [Order, User, TaxesRecord, ShopConfig, BaseCurrency, DayRecord, TillDay]
  >([
    orderKey(orderId),
    userKey(userId),
    taxesKey,
    configKey,
    baseCurrencyKey,
    dayRecordKey,
    ...tillKeys(till),
  ])
  if (order?.kind !== 'restaurant') throw new Failure('notFound')
  return {
    order: order as RestaurantOrderRecord,
    user,
    taxes: taxesAt(taxes, taxedAtMs),
    ...saleSettings(config, currency),
    day,
    tillDay,
  }
}

/** The dishes of an order by id, also those that were deleted since they were ordered. */
export async function readDishes({
  lines,
}: Pick<RestaurantOrderRecord, 'lines'>): Promise<ReadonlyMap<string, DishRecord>> {
  const ids = [...new Set(lines.map(({ dishId }) => dishId))]
  const live = await dishesAt(ids.map(dishKey))
  const deleted = await dishesAt(
    ids.filter((id) => !live.has(id)).map(softDeletedDishKey),
  )
  return new Map([...live, ...deleted])
}

/** The tax of each dish by the dish's id. */
export const taxesOf = (
  dishes: ReadonlyMap<string, DishRecord>,
  { taxes }: Pick<Bill, 'taxes'>,
): ReadonlyMap<string, SoldTax> =>
  new Map(
    [...dishes.values()].flatMap(({ id, taxId }) => {
      const tax = findTax(taxes, taxId)
      return tax ? [[id, { name: tax.name, rateThousandths: tax.rateThousandths }]] : []
    }),
  )

/** The tax of each dish of an order by the dish's id. A shop without taxes reads none. */
export const readDishTaxes = async ({ order, taxes }: Pick<Bill, 'order' | 'taxes'>) =>
  taxes.length > 0
    ? taxesOf(await readDishes(order), { taxes })
    : new Map<string, SoldTax>()

/** A bill to the cent: the price of each line, and the amount due with the tip. */
export type Settlement = ReturnType<typeof planSettlement>

/**
 * Changes of the amount due beside the lines: a tip, and a discount that replaces the
 * bill's own; undefined keeps that.
 */
type Changes = Pick<SettleRequest, 'discountCents' | 'tipCents'>

/**
 * Computes a bill and checks that its tenders add up to the amount due less its payments.
 * Cancelled lines are not sold: if all are, nothing but a tip is due. Throws the failures of a
 * checkout, `prepaidExceedsDue`, `prepaidInAnotherCurrency`, and those of `refuseReduced`.
 */
export function planSettlement(
  bill: Bill,
  { tenders, ...changes }: Changes & Pick<SettleRequest, 'tenders'>,
  taxes: ReadonlyMap<string, SoldTax>,
  mayDiscount: boolean,
) {
  const { order, user, safeguards } = bill
  if (order.lines.length === 0) throw new Failure('checkoutEmpty')
  if (!user) throw new Failure('checkoutInvalidReference', { field: 'userId' })
  refuseReduced(bill, { mayDiscount })
  const { sold, sums, dueCents, leftCents } = dueOf(bill, changes, taxes)
  if (leftCents < 0) throw new Failure('prepaidExceedsDue')
  if (isPrepaidInAnotherCurrency(bill)) throw new Failure('prepaidInAnotherCurrency')
  const { tipCents } = changes
  const roundingCents = roundingOf(tenders, leftCents, safeguards.cashRoundingCents)
  const tenderedCents = tenders.reduce((sum, { amountCents }) => sum + amountCents, 0)
  if (tipCents > 0 && tipCents > dueCents - leftCents + tenderedCents - roundingCents) {
    throw new Failure('checkoutInvalidTip', { field: 'tipAmount' })
  }
  checkTenders(tenders, leftCents, { roundingCents })
  const shares = new Map(sold.map(({ id }, at) => [id, sums.lines[at]]))
  const lines = order.lines.map((line) => soldLine(line, shares.get(line.id), taxes))
  return { lines, sums, dueCents, roundingCents }
}

/**
 * Throws `permissionRequired` for a line that a user without the right to discounts
 * entered below its dish's price, unless the caller has that right.
 */
export function refuseReduced(
  { order, safeguards }: Bill,
  { mayDiscount }: { readonly mayDiscount: boolean },
): void {
  const isReduced = order.lines.some((line) => isSold(line) && line.isReduced)
  if (isReduced && safeguards.verifyAmounts && !mayDiscount) {
    throw new Failure('permissionRequired')
  }
}

/**
 * True if a payment was attached to a bill in another currency than the shop's current
 * one: the bill cannot be settled.
 */
export function isPrepaidInAnotherCurrency({ order, currency }: Bill): boolean {
  return prepaidOf(order).some(({ rate }) => rate && rate.currency !== currency)
}

/** Throws `currencyDiffers` where a line was ordered while the shop counted in another currency. */
export function refuseOtherCurrency({ order, ...bill }: Bill): void {
  const isOther = (line: OrderLine) =>
    line.status !== 'cancelled' && isOfOtherCurrency(line, bill)
  if (order.lines.some(isOther)) throw new Failure('currencyDiffers')
}

/**
 * Returns the amount due of a bill after its discount, and the rest after its payments.
 * Throws the failures of a checkout.
 */
export function dueOf(
  {
    order,
    pricesIncludeTax,
    smallestCents,
  }: Pick<Bill, 'order' | 'pricesIncludeTax' | 'smallestCents'>,
  { discountCents = discountCentsOf(order, smallestCents), tipCents }: Changes,
  taxes: ReadonlyMap<string, SoldTax>,
) {
  const sold = order.lines.filter(isSold)
  if (discountCents > sumOf(sold)) {
    throw new Failure('checkoutInvalidDiscount', { field: 'discountAmount' })
  }
  const sums = computeSale(
    sold.map(({ priceCents, dishId }) => ({
      quantity: 1,
      costCents: priceCents,
      discountCents: 0,
      tax: taxes.get(dishId),
    })),
    { discountCents, pricesIncludeTax, smallestCents },
  )
  const dueCents = sums.expectedCents + tipCents
  // Reports add it up
  if (!Number.isSafeInteger(dueCents)) throw new Failure('checkoutInvalidQuantity')
  const leftCents = dueCents - centsOf(prepaidOf(order))
  return { sold, sums, discountCents, dueCents, leftCents }
}

const centsOf = (prepaid: readonly Prepaid[]) =>
  prepaid.reduce((sum, { cents }) => sum + cents, 0)

const isSold = ({ status }: OrderLine) => status !== 'cancelled'

function soldLine(
  line: OrderLine,
  share: SaleSums['lines'][number] | undefined,
  taxes: ReadonlyMap<string, SoldTax>,
): OrderLine {
  if (!share) return { ...line, priceCents: 0, paidCents: 0 }
  const tax = taxes.get(line.dishId)
  return {
    ...line,
    paidCents: share.paidCents,
    ...(share.discountCents > 0 && { discountCents: share.discountCents }),
    ...(tax && { tax, taxCents: share.taxCents }),
  }
}
