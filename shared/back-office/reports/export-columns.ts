import { type CsvCell, csvOf } from '../../csv.ts'
import { settings } from '../../platform/deployment/settings.ts'
import { formatCents } from '../../platform/money/decimal.ts'
import { dayOf, type ShopTime } from '../../platform/time/days.ts'
import { localSecond } from '../../platform/time/zone.ts'
import type { Sum } from '../../selling/sales/day-record.ts'
import type { Order } from '../../selling/sales/orders.ts'
import {
  receiptNumberOf,
  type SaleSnapshot,
  type SoldShop,
  soldAtOf,
  takenByOf,
} from '../../selling/sales/sale-snapshot.ts'
import type { ZReportRecord } from '../../selling/shifts/z-reports.ts'
import type { BaseCurrency } from '../../selling/shop-config/config.ts'
import { currencyOfOrder } from '../../selling/shop-config/currency-history.ts'
import type { Sale } from './sales-of-period.ts'

/** The shop's time, its currency with its history, and the Zs of all time. */
export type Terms = {
  readonly time: ShopTime
  readonly base: BaseCurrency | undefined
  readonly zs: readonly ZReportRecord[]
}

/** The columns of a table in their order, with the cell of each for a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => CsvCell>>

export const table = <Row>(columns: Columns<Row>, rows: readonly Row[]): string =>
  csvOf(
    Object.keys(columns),
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(columns).map(([name, cellOf]) => [name, cellOf(row)]),
      ),
    ),
  )

/** An amount in major units, always with two decimals. */
export const amount = (cents: Sum): CsvCell => ({ digits: formatCents(cents) })

/** Formats an amount; blank for nothing. */
export const amountOrBlank = (cents: Sum | null | undefined): CsvCell =>
  cents === null || cents === undefined ? null : amount(cents)

/** A moment's day in the shop as it was then; of earlier records, as its time is now. */
export const dayIn = (moment: string, shop: SoldShop | undefined, time: ShopTime) =>
  dayOf(Date.parse(moment), shop ?? time)

export type OfSale = {
  readonly order: Order
  readonly day: string
  readonly currency: string
  /** In the shop's time zone, with seconds. */
  readonly soldAt: string
  readonly zone: string
  /** Number of the Z that counted it; null for none. */
  readonly inZ: number | null
}

export const ofSale = ({ order }: Sale, { time, base, zs }: Terms): OfSale => {
  const soldAt = soldAtOf(order)
  const { shop, number } = order.sale ?? {}
  const zone = (shop ?? time).timezone
  return {
    order,
    day: dayIn(soldAt, shop, time),
    currency: currencyOfOrder(base, order),
    soldAt: localSecond(Date.parse(soldAt), zone),
    zone: zone ?? 'UTC',
    inZ: zOfPart(zs, order.sale, () =>
      zOf(zs, number, ({ firstNumber, lastNumber }) => [firstNumber, lastNumber]),
    ),
  }
}

/**
 * Returns the number of the Z that counted a till's part, null for none yet; `ofOwn` for
 * the shop's own day.
 */
export function zOfPart(
  zs: readonly ZReportRecord[],
  counted: Pick<SaleSnapshot, 'tillId' | 'partNumber'> | undefined,
  ofOwn: () => number | null,
): number | null {
  const { tillId, partNumber } = counted ?? {}
  if (tillId === undefined || partNumber === undefined) return ofOwn()
  return zs.find(({ tills }) => tills?.parts[tillId] === partNumber)?.number ?? null
}

/** The number of the Z whose numbers, first and last, contain this one; null for none. */
export function zOf(
  zs: readonly ZReportRecord[],
  number: number | undefined,
  numbersOf: (z: ZReportRecord) => readonly (number | null | undefined)[],
): number | null {
  if (number === undefined) return null
  const found = zs.find((z) => {
    const [first, last] = numbersOf(z)
    return first && last && first <= number && number <= last
  })
  return found?.number ?? null
}

/** First columns of every row about a sale: the shop's day, and the moment in UTC. */
export const headColumns: Columns<OfSale> = {
  day: ({ day }) => day,
  time: ({ order }) => soldAtOf(order),
  number: ({ order }) => order.sale?.number ?? null,
  orderId: ({ order }) => order.id,
}

/** Last columns of every row about a sale. */
export const tailColumns: Columns<OfSale> = {
  soldAt: ({ soldAt }) => soldAt,
  zone: ({ zone }) => zone,
  openedAt: ({ order }) => order.createdAt,
  servedBy: ({ order }) => order.userName,
  takenBy: ({ order }) => takenByOf(order).userName,
  voided: ({ order }) => (order.sale?.voided ? 'voided' : null),
  inZ: ({ inZ }) => inZ,
  receiptNumber: ({ order }) => (settings.tills() ? receiptNumberOf(order.sale) : null),
}

/** Columns of sales that came later than those of the table's end: of tills, and of devices beside them. */
export const laterColumns: Columns<OfSale> = {
  syncedAt: ({ order }) => order.sale?.syncedAt ?? null,
  statedAt: ({ order }) => order.sale?.statedAt ?? null,
  fiscal: ({ order }) => order.sale?.fiscal ?? null,
}
