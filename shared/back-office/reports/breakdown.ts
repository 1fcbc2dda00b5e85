import { readCategoryNames } from '../../catalog/categories.ts'
import { dayOf, type ShopTime } from '../../platform/time/days.ts'
import { offsetsOf } from '../../platform/time/zone.ts'
import { allTables } from '../../selling/restaurant/tables.ts'
import { tipsOf } from '../../selling/sales/day-record.ts'
import { tendersOf } from '../../selling/sales/order-payments.ts'
import type { Order } from '../../selling/sales/orders.ts'
import { soldAtOf, takenByOf } from '../../selling/sales/sale-snapshot.ts'
import { givenBackCents } from '../../selling/sales/sale-sums.ts'
import { baseCurrencyOf, readBaseCurrency } from '../../selling/shop-config/config.ts'
import { currencyOfOrder } from '../../selling/shop-config/currency-history.ts'
import { type MadeRefund, refundedOf, refundsMadeIn } from './refunds-of-period.ts'
import type { ReportFilter } from './report-filter.ts'
import { type Sale, salesOf } from './sales-of-period.ts'
import { currencyOfRefund, sum, sumsByDay, sumsOf } from './sales-report.ts'
import type { SharedLine } from './shared-lines.ts'

/**
 * The sums of a period in the shop's own currency without its rows, and each by hour, weekday,
 * day, product, category, person, table, till and payment method; hours and days are the shop's. Sums in other
 * currencies have no parts. Throws `sumsTooLarge`.
 */
export async function salesBreakdown(filter: ReportFilter, time: ShopTime) {
  const [sold, made, base, categoryAt, tables] = await Promise.all([
    salesOf(filter),
    refundsMadeIn(filter.period),
    readBaseCurrency(),
    readCategoryNames(),
    allTables(),
  ])
  const { acronym: currency } = baseCurrencyOf(base)
  const sales = Map.groupBy(sold, ({ order }) => currencyOfOrder(base, order))
  const refunds = Map.groupBy(made, ({ order }) => currencyOfRefund(base, order))
  const sumsIn = (acronym: string) => {
    const own = sales.get(acronym) ?? []
    return {
      saleCount: own.length,
      ...costOf(own.flatMap(({ lines }) => lines)),
      ...sumsOf(own),
      ...sumsByDay(own, refundedOf(refunds.get(acronym) ?? [], filter)),
    }
  }
  const others = new Set([...sales.keys(), ...refunds.keys()])
  others.delete(currency)
  return {
    currency,
    ...sumsIn(currency),
    ...partsOf(sales.get(currency) ?? [], time, {
      categoryAt,
      tableNames: new Map(tables.map(({ id, name }) => [id, name])),
    }),
    byPaymentMethod: byMethod(sales.get(currency) ?? [], refunds.get(currency) ?? []),
    otherCurrencies: [...others].map((acronym) => ({
      currency: acronym,
      ...sumsIn(acronym),
    })),
  }
}

/** A line with its sale, to be summed with others that have the same key. */
type Line = { readonly order: Order; readonly line: SharedLine }
type Called = { readonly key: string; readonly name: string }

type Names = {
  readonly categoryAt: Awaited<ReturnType<typeof readCategoryNames>>
  /** Of the tables that there are now. */
  readonly tableNames: ReadonlyMap<string, string>
}

function partsOf(
  sales: readonly Sale[],
  time: ShopTime,
  { categoryAt, tableNames }: Names,
) {
  const offsetAt = offsetsOf(time.timezone)
  const soldMs = ({ order }: Line) => Date.parse(soldAtOf(order))
  const hourOf = (line: Line) =>
    new Date(soldMs(line) + offsetAt(soldMs(line))).toISOString().slice(11, 13)
  const dayOfSale = (line: Line) => dayOf(soldMs(line), time)
  // Newest first, so that a person and a category have their latest name
  const lines = sales.flatMap(({ order, lines }) =>
    lines.map((line) => ({ order, line })),
  )
  const by = (called: (line: Line) => Called) => groupsOf(lines, called)
  const byKey = (keyOf: (line: Line) => string) =>
    by((line) => ({ key: keyOf(line), name: keyOf(line) })).sort((one, other) =>
      one.key < other.key ? -1 : 1,
    )
  return {
    byHour: byKey(hourOf),
    // From Monday, 1, to Sunday, 7
    byWeekday: byKey((line) => String(new Date(dayOfSale(line)).getUTCDay() || 7)),
    byDay: byKey(dayOfSale),
    byProduct: by(({ line: { productName } }) => ({
      key: productName,
      name: productName,
    })),
    byCategory: by((line) => {
      const { categoryId: key } = line.line
      return key === undefined
        ? { key: '', name: '' }
        : { key, name: categoryAt(key, soldMs(line)) ?? '' }
    }),
    byUser: by(({ order: { userId, userName } }) => ({ key: userId, name: userName })),
    byTaker: by(({ order }) => {
      const { userId, userName } = takenByOf(order)
      return { key: userId, name: userName }
    }),
    byTable: by(({ order: { tableId } }) => ({
      key: tableId ?? '',
      name: tableNames.get(tableId ?? '') ?? '',
    })),
    byTill: by(({ order: { sale } }) => ({
      key: sale?.tillId ?? '',
      name: sale?.tillName ?? '',
    })),
  }
}

/** The sums of the lines that have a key, those with the most net sales first. */
const groupsOf = (lines: readonly Line[], called: (line: Line) => Called) =>
  [...Map.groupBy(lines, (line) => called(line).key)]
    .map(([key, same]) => {
      const [first] = same
      const own = same.map(({ line }) => line)
      return {
        key,
        name: first ? called(first).name : key,
        saleCount: new Set(same.map(({ order }) => order.id)).size,
        quantity: sum(own, ({ quantity }) => quantity),
        grossCents: sum(own, ({ costCents }) => costCents),
        discountCents: sum(own, ({ discountCents }) => discountCents),
        taxCents: sum(own, ({ taxCents, refunded }) => taxCents - refunded.taxCents),
        tipCents: sum(own, ({ tipCents }) => tipCents),
        refundedCents: sum(own, ({ refunded }) => refunded.goodsCents),
        netCents: sum(own, ({ paidCents, refunded }) => paidCents - refunded.goodsCents),
        ...costOf(own),
      }
    })
    .sort(
      (one, other) => other.netCents - one.netCents || (one.name < other.name ? -1 : 1),
    )

/**
 * Sums the cost and the net sales of the units that were kept, over lines whose cost was
 * known at the sale.
 */
function costOf(lines: readonly SharedLine[]) {
  const known = lines.flatMap(({ unitCostCents, ...line }) =>
    unitCostCents === undefined ? [] : [{ ...line, unitCostCents }],
  )
  return {
    costCents: sum(
      known,
      ({ quantity, refunded, unitCostCents }) =>
        (quantity - refunded.quantity) * unitCostCents,
    ),
    costedCents: sum(
      known,
      ({ paidCents, taxCents, refunded }) =>
        paidCents - taxCents - (refunded.goodsCents - refunded.taxCents),
    ),
  }
}

/**
 * Sums by payment method: taken including tips, tender by tender, and given back in the period.
 */
function byMethod(sales: readonly Sale[], refunds: readonly MadeRefund[]) {
  const taken = sales.flatMap(({ order }) => {
    const tips = order.sale ? tipsOf(order.sale) : []
    return tendersOf(order).map(({ methodName, amountCents }, at) => ({
      orderId: order.id,
      name: methodName,
      takenCents: amountCents,
      tipCents: tips[at]?.amountCents ?? 0,
      refundedCents: 0,
    }))
  })
  const given = refunds.map(({ refund }) => ({
    orderId: undefined,
    name: refund.methodName,
    takenCents: 0,
    tipCents: 0,
    refundedCents: givenBackCents(refund),
  }))
  return [...Map.groupBy([...taken, ...given], ({ name }) => name)]
    .map(([name, same]) => {
      const takenCents = sum(same, (each) => each.takenCents)
      const refundedCents = sum(same, (each) => each.refundedCents)
      return {
        name,
        saleCount: new Set(same.flatMap(({ orderId }) => orderId ?? [])).size,
        takenCents,
        tipCents: sum(same, ({ tipCents }) => tipCents),
        refundedCents,
        netCents: takenCents - refundedCents,
      }
    })
    .sort(
      (one, other) =>
        other.takenCents - one.takenCents || (one.name < other.name ? -1 : 1),
    )
}
