import type { StoreOrderRecord } from '../checkout/store-orders.ts'
import { type CsvCell, csvOf } from '../csv.ts'
import { readMany } from '../dynamodb/read.ts'
import { formatCents } from '../money/decimal.ts'
import { paymentMethods } from '../money/payment-methods.ts'
import type { RestaurantOrderRecord } from '../restaurant/restaurant-orders.ts'
import { type CountedName, countedNames, countedRow } from '../sales/counted-rows.ts'
import type { Sum } from '../sales/day-record.ts'
import { tendersOf } from '../sales/order-payments.ts'
import { findRefunds, type Order, orderKey, type RefundRecord } from '../sales/orders.ts'
import {
  type SaleTax,
  type SaleTender,
  type SoldShop,
  soldAtOf,
} from '../sales/sale-snapshot.ts'
import { modifierText } from '../sales/sold-modifiers.ts'
import {
  grossOf,
  less,
  refundedParts,
  sumOf,
  taxesWithUntaxed,
  unsoldReceived,
} from '../shifts/figures.ts'
import { allZReports, currencyOfZ, type ZReportRecord } from '../shifts/z-reports.ts'
import { type BaseCurrency, baseCurrencyOf, readBaseCurrency } from '../shop/config.ts'
import { currencyOfOrder } from '../shop/currency-history.ts'
import { dayOf, type Period } from '../time/days.ts'
import type { Timezone } from '../time/zone.ts'
import type { ExportType, ReportFilter } from './report-filter.ts'
import { type Sale, type SharedLine, salesOf } from './sales-of-period.ts'
import { taxesOf } from './sales-report.ts'

/** The shop's time zone, and its currency with its history. */
type Terms = { readonly timezone: Timezone; readonly base: BaseCurrency | undefined }

/** Spreadsheets read the file as UTF-8 by it. */
const byteOrderMark = '\ufeff'

/**
 * Sales, refunds or Z reports of a period for an accountant, as CSV, oldest first.
 * docs/exports.md lists the columns. Amounts are in major units. Throws `sumsTooLarge`.
 */
export async function exportReport(
  type: ExportType,
  filter: ReportFilter,
  timezone: Timezone,
): Promise<string> {
  const base = await readBaseCurrency()
  return byteOrderMark + (await tableOf(type, filter, { timezone, base }))
}

async function tableOf(type: ExportType, filter: ReportFilter, terms: Terms) {
  const sales = async (options = {}) => (await salesOf(filter, options)).toReversed()
  switch (type) {
    case 'z-reports':
      return zTable(await zReportsOf(filter.period), terms)
    case 'refunds':
      return table(
        refundColumns,
        await refundRows(await findRefunds(filter.period), terms),
      )
    case 'sales':
      return table(saleColumns, saleRows(await sales(), terms))
    case 'taxes':
      return table(taxColumns, taxRows(await sales(), terms))
    case 'payments':
      return table(
        paymentColumns,
        paymentRows(await sales({ withoutLines: true }), terms),
      )
  }
}

/** The columns of a table in their order, with the cell of each for a row. */
type Columns<Row> = Readonly<Record<string, (row: Row) => CsvCell>>

const table = <Row>(columns: Columns<Row>, rows: readonly Row[]): string =>
  csvOf(
    Object.keys(columns),
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(columns).map(([name, cellOf]) => [name, cellOf(row)]),
      ),
    ),
  )

/** An amount in major units, always with two decimals. */
const amount = (cents: Sum): CsvCell => ({ digits: formatCents(cents) })

/** The same, blank for nothing. */
const amountOrBlank = (cents: Sum | null | undefined): CsvCell =>
  cents === null || cents === undefined ? null : amount(cents)

/** A moment's day in the shop as it was then; of earlier records, as its time zone is now. */
const dayIn = (moment: string, shop: SoldShop | undefined, timezone: Timezone) =>
  dayOf(Date.parse(moment), shop ? shop.timezone : timezone)

type OfSale = { readonly order: Order; readonly day: string; readonly currency: string }

const ofSale = ({ order }: Sale, { timezone, base }: Terms): OfSale => ({
  order,
  day: dayIn(soldAtOf(order), order.sale?.shop, timezone),
  currency: currencyOfOrder(base, order),
})

/** What every row about a sale begins with: the shop's day, and the moment in UTC. */
const headColumns: Columns<OfSale> = {
  day: ({ day }) => day,
  time: ({ order }) => soldAtOf(order),
  number: ({ order }) => order.sale?.number ?? null,
  orderId: ({ order }) => order.id,
}

/**
 * A row for each line of the sales, and one for the rounding of a sale's cash. Tips are beside
 * what was paid. Every row adds up: quantity × price - discount + adjustment + rounding +
 * addedTax = net + tax + rounding = paid.
 */
const saleRows = (sales: readonly Sale[], terms: Terms) =>
  sales.flatMap((sale) => {
    const head = ofSale(sale, terms)
    const rounding = sale.lines.reduce((sum, line) => sum + line.roundingCents, 0)
    const rows = sale.lines.map((line): ExportedLine => ({ ...line, roundingCents: 0 }))
    if (rounding !== 0) rows.push(roundingLine(rounding))
    return rows.map((line) => ({ ...head, line }))
  })

type ExportedLine = Omit<SharedLine, 'productName' | 'refunded'> & {
  /** null for the rounding. */
  readonly productName: string | null
}

const roundingLine = (roundingCents: number): ExportedLine => ({
  productName: null,
  quantity: 0,
  priceAtOrder: 0,
  discountCents: 0,
  addedTaxCents: 0,
  adjustmentCents: 0,
  roundingCents,
  paidCents: roundingCents,
  taxCents: 0,
  tipCents: 0,
})

const saleColumns: Columns<OfSale & { readonly line: ExportedLine }> = {
  ...headColumns,
  userName: ({ order }) => order.userName,
  productName: ({ line }) => line.productName,
  quantity: ({ line }) => line.quantity,
  price: ({ line }) => amount(line.priceAtOrder),
  discount: ({ line }) => amount(line.discountCents),
  adjustment: ({ line }) => amount(line.adjustmentCents),
  taxName: ({ line }) => line.tax?.name ?? null,
  taxRatePercent: ({ line: { tax } }) => (tax ? tax.rateThousandths / 1_000 : null),
  net: ({ line }) => amount(line.paidCents - line.taxCents - line.roundingCents),
  tax: ({ line }) => amount(line.taxCents),
  paid: ({ line }) => amount(line.paidCents),
  tip: ({ line }) => amount(line.tipCents),
  addedTax: ({ line }) => amount(line.addedTaxCents),
  rounding: ({ line }) => amount(line.roundingCents),
  sku: ({ line }) => line.sku ?? null,
  currency: ({ currency }) => currency,
  modifiers: ({ line }) => line.modifiers?.map(modifierText).join(', ') ?? null,
}

/** A row for each payment. One for several orders is listed with the first of them. */
function paymentRows(sales: readonly Sale[], terms: Terms) {
  const seen = new Set<string>()
  return sales.flatMap((sale) => {
    const head = ofSale(sale, terms)
    return tendersOf(sale.order)
      .filter(({ paymentId }) => !seen.has(paymentId) && seen.add(paymentId))
      .map((tender) => ({ ...head, tender }))
  })
}

const paymentColumns: Columns<OfSale & { readonly tender: SaleTender }> = {
  ...headColumns,
  paymentId: ({ tender }) => tender.paymentId,
  method: ({ tender }) => tender.methodName,
  amount: ({ tender }) => amount(tender.amountCents),
  given: ({ tender }) => amountOrBlank(tender.givenCents),
  change: ({ tender }) => amountOrBlank(tender.changeCents),
  satoshis: ({ tender }) => tender.lightning?.satoshiAmount ?? null,
  exchangeRate: ({ tender }) => tender.lightning?.exchangeRateAtPayment ?? null,
  exchangeRateCurrency: ({ tender }) => tender.lightning?.exchangeRateCurrency ?? null,
  paymentHash: ({ tender }) => tender.lightning?.paymentHash ?? null,
  transactionId: ({ tender }) => tender.transactionId ?? null,
  currency: ({ currency }) => currency,
}

type TaxRow = Pick<OfSale, 'day' | 'currency'> &
  Pick<SaleTax, 'netCents' | 'taxCents'> & {
    readonly name: string | null
    readonly rateThousandths: number | null
  }

/**
 * A row for each day, currency and tax, by name and rate; what was sold without tax is a row
 * without name. What was refunded of a sale is deducted on the sale's day. Throws
 * `sumsTooLarge`.
 */
function taxRows(sales: readonly Sale[], terms: Terms): TaxRow[] {
  const groups = Map.groupBy(sales, (sale) => {
    const { day, currency } = ofSale(sale, terms)
    return [day, currency].join(' ')
  })
  return [...groups].flatMap(([group, ofGroup]) => {
    const [day = '', currency = ''] = group.split(' ')
    const lines = ofGroup.flatMap((sale) => sale.lines)
    return [...taxesOf(lines), ...untaxedOf(lines)].map((tax) => ({
      ...tax,
      day,
      currency,
    }))
  })
}

function untaxedOf(lines: readonly SharedLine[]) {
  const untaxed = lines.filter(({ tax }) => !tax)
  if (untaxed.every(({ paidCents }) => paidCents === 0)) return []
  const netCents = untaxed.reduce(
    (sum, { paidCents, refunded }) => sum + paidCents - refunded.goodsCents,
    0,
  )
  return [{ name: null, rateThousandths: null, netCents, taxCents: 0 }]
}

const taxColumns: Columns<TaxRow> = {
  day: ({ day }) => day,
  taxName: ({ name }) => name,
  taxRatePercent: ({ rateThousandths: rate }) => (rate === null ? null : rate / 1_000),
  net: ({ netCents }) => amount(netCents),
  tax: ({ taxCents }) => amount(taxCents),
  gross: ({ netCents, taxCents }) => amount(netCents + taxCents),
  currency: ({ currency }) => currency,
}

type RefundRow = Pick<OfSale, 'day' | 'currency'> & {
  readonly refund: RefundRecord
  /** null for the tip and for the rounding. */
  readonly productName: string | null
  readonly quantity: number
  readonly cents: number
  readonly roundingCents: number
  readonly taxCents: number
  readonly tipCents: number
  readonly satoshis: number
}

/**
 * A row for each line of each refund, on its own day, one for the tip in it and one for the
 * rounding of its cash. In every row net + tax + tip - rounding = amount; what was paid out is
 * in the first. Reads the orders of the refunds.
 */
async function refundRows(
  refunds: readonly RefundRecord[],
  { timezone, base }: Terms,
): Promise<RefundRow[]> {
  const keys = refunds.map(({ orderId }) => orderKey(orderId))
  const orders = await readMany<Order[]>(keys)
  return refunds.flatMap((refund, index) => {
    const { lines, tipCents, roundingCents = 0 } = refund
    const none = { productName: null, quantity: 0, taxCents: 0, tipCents: 0 }
    const order = orders[index]
    const names = namesIn(order)
    const parts = lines.map(({ at, quantity, paidCents, taxCents }) => ({
      productName: names[at] ?? null,
      quantity,
      cents: paidCents,
      taxCents,
      tipCents: 0,
      roundingCents: 0,
    }))
    const tip = { ...none, cents: tipCents, tipCents, roundingCents: 0 }
    const hasTip = tipCents !== 0 || parts.length === 0
    const rounding = { ...none, cents: -roundingCents, roundingCents }
    const rows = [
      ...parts,
      ...(hasTip ? [tip] : []),
      ...(roundingCents !== 0 ? [rounding] : []),
    ]
    return rows.map((part, place) => ({
      ...part,
      refund,
      day: dayIn(refund.refundedAt, order?.sale?.shop, timezone),
      currency: order ? currencyOfOrder(base, order) : baseCurrencyOf(base).acronym,
      satoshis: place === 0 ? refund.satoshiAmount : 0,
    }))
  })
}

const namesIn = (order: Order | undefined): readonly string[] =>
  order?.kind === 'restaurant'
    ? (order as RestaurantOrderRecord).lines.map(({ dishName }) => dishName)
    : ((order as StoreOrderRecord | undefined)?.items ?? []).map(
        ({ productName }) => productName,
      )

const refundColumns: Columns<RefundRow> = {
  day: ({ day }) => day,
  time: ({ refund }) => refund.refundedAt,
  refundId: ({ refund }) => refund.id,
  number: ({ refund }) => refund.number,
  orderId: ({ refund }) => refund.orderId,
  userName: ({ refund }) => refund.userName,
  reason: ({ refund }) => refund.reason ?? null,
  method: ({ refund }) => refund.methodName,
  amount: ({ cents }) => amount(cents),
  net: ({ cents, taxCents, tipCents, roundingCents }) =>
    amount(cents - taxCents - tipCents + roundingCents),
  tax: ({ taxCents }) => amount(taxCents),
  tip: ({ tipCents }) => amount(tipCents),
  satoshis: ({ satoshis }) => satoshis,
  invoice: ({ refund }) => refund.invoice ?? null,
  productName: ({ productName }) => productName,
  quantity: ({ quantity }) => quantity,
  currency: ({ currency }) => currency,
  rounding: ({ roundingCents }) => amount(roundingCents),
}

/** The Z reports that were made in a period, oldest first. Reads all Z reports of the shop. */
async function zReportsOf({ fromMs, untilMs }: Period): Promise<ZReportRecord[]> {
  return (await allZReports()).filter(({ closedAt }) => {
    const ms = Date.parse(closedAt)
    return ms >= (fromMs ?? ms) && ms < (untilMs ?? Number.POSITIVE_INFINITY)
  })
}

type ZRow = ZReportRecord & { readonly day: string; readonly currency: string }

/**
 * A row for each Z report, as it was when its shift was closed, with two columns for each
 * tax of any of them, by name and rate: what is left of it after refunds.
 */
function zTable(reports: readonly ZReportRecord[], { timezone, base }: Terms) {
  const rows = reports.map((report) => ({
    ...report,
    day: dayIn(report.closedAt, report.shop, timezone),
    currency: currencyOfZ(base, report),
  }))
  const cells = new Map<ZReportRecord, Record<string, CsvCell>>(
    rows.map((row) => [row, taxCells(row)]),
  )
  const ofTaxes = new Set([...cells.values()].flatMap((each) => Object.keys(each)))
  const columns: Columns<ZRow> = {
    ...zColumns,
    ...Object.fromEntries(
      [...ofTaxes].map((name) => [
        name,
        (row: ZRow) => cells.get(row)?.[name] ?? amount(0),
      ]),
    ),
  }
  return table(columns, rows)
}

const taxCells = ({ figures }: ZReportRecord): Record<string, CsvCell> =>
  Object.fromEntries(
    taxesWithUntaxed(figures).flatMap(({ name, rateThousandths, netCents, taxCents }) => [
      [`net ${name} ${rateThousandths / 1_000}%`, amount(netCents)],
      [`tax ${name} ${rateThousandths / 1_000}%`, amount(taxCents)],
    ]),
  )

/** Columns for each method of payment, of what was paid by it and what went back. */
const perMethod = (
  sums: Readonly<Record<string, (paid: Sum, refunded: Sum) => Sum>>,
): Columns<ZRow> =>
  Object.fromEntries(
    paymentMethods.flatMap((method) =>
      Object.entries(sums).map(([prefix, sumOfBoth]) => [
        `${prefix}${method.name.replaceAll(' ', '')}`,
        ({ figures }: ZRow) => {
          const { cents = 0, refundCents = 0 } =
            figures.byPaymentMethod.find(({ name }) => name === method.name) ?? {}
          return amount(sumOfBoth(cents, refundCents))
        },
      ]),
    ),
  )

/** Two columns for each row that counts something. */
function perCounted(names: readonly CountedName[]): Columns<ZRow> {
  const columns = names.flatMap((name): [string, (row: ZRow) => CsvCell][] => {
    const [count, total] = countedRow(name).columns
    return [
      [count, ({ figures }) => figures[name]?.count ?? 0],
      [total, ({ figures }) => amount(figures[name]?.cents ?? 0)],
    ]
  })
  return Object.fromEntries(columns)
}

const zColumns: Columns<ZRow> = {
  day: ({ day }) => day,
  time: ({ closedAt }) => closedAt,
  number: ({ number }) => number,
  shiftId: ({ shiftId }) => shiftId,
  closedBy: ({ closedByName }) => closedByName,
  firstNumber: ({ firstNumber }) => firstNumber,
  lastNumber: ({ lastNumber }) => lastNumber,
  tickets: ({ figures }) => figures.totalTickets,
  sales: ({ figures }) => amount(figures.totalSalesCents),
  tips: ({ figures }) => amount(figures.totalTipsCents),
  discounts: ({ figures }) => amount(figures.totalDiscountsCents),
  refunds: ({ figures }) => amount(figures.totalRefundsCents),
  ...perMethod({ paid: (paid) => paid }),
  net: ({ figures: { taxes } }) => amount(sumOf(taxes.map((tax) => tax.netCents))),
  tax: ({ figures: { taxes } }) => amount(sumOf(taxes.map((tax) => tax.taxCents))),
  initialAmount: ({ figures }) => amount(figures.initialAmountCents),
  cashIn: ({ figures }) => amount(figures.cashInCents),
  cashOut: ({ figures }) => amount(figures.cashOutCents),
  cashRefunds: ({ figures }) => amount(figures.cashRefundsCents),
  expectedTotal: ({ figures }) => amount(figures.expectedTotalCents),
  finalAmount: ({ figures }) => amountOrBlank(figures.finalAmountCents),
  difference: ({ figures }) => amountOrBlank(figures.differenceCents),
  statedDifference: ({ figures }) => amountOrBlank(figures.statedDifferenceCents),
  gross: ({ figures }) => amount(grossOf(figures)),
  addedTax: ({ figures }) => amount(figures.addedTaxCents ?? 0),
  adjustments: ({ figures }) => amount(figures.adjustmentCents ?? 0),
  rounding: ({ figures }) => amount(figures.roundingCents ?? 0),
  ...perMethod({ refunded: (_, refunded) => refunded, net: less }),
  ...perCounted(['outside']),
  satoshisPaidOut: ({ figures }) => Number(figures.paidOutSat ?? 0),
  currency: ({ currency }) => currency,
  ...perCounted(['openLines']),
  refundRounding: ({ figures }) => amount(figures.refundRoundingCents ?? 0),
  unsoldReceivedSat: ({ figures: { unsold } }) =>
    Number(unsold ? unsoldReceived(unsold) : 0),
  unsoldSoldSat: ({ figures }) => Number(figures.unsold?.soldSat ?? 0),
  unsoldRefundedSat: ({ figures }) => Number(figures.unsold?.refundedSat ?? 0),
  unsoldDismissedSat: ({ figures }) => Number(figures.unsold?.dismissedSat ?? 0),
  unsoldOpenSat: ({ figures }) => Number(figures.unsold?.openSat ?? 0),
  refundedTips: ({ figures }) => amountOrBlank(refundedParts(figures)?.tipCents),
  overpaidSat: ({ figures }) => Number(figures.overpaidSat ?? 0),
  // Those above keep their places
  ...perCounted(countedNames),
}
