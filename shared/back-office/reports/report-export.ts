import { readCategoryNames } from '../../catalog/categories.ts'
import { type CsvCell, csvOf } from '../../csv.ts'
import { formatCents } from '../../platform/money/decimal.ts'
import { paymentMethods } from '../../platform/money/payment-methods.ts'
import { dayOf, type Period } from '../../platform/time/days.ts'
import { localSecond, type Timezone } from '../../platform/time/zone.ts'
import {
  type CountedName,
  countedNames,
  countedRow,
} from '../../selling/sales/counted-rows.ts'
import type { Sum } from '../../selling/sales/day-record.ts'
import { tendersOf, transactionIdOf } from '../../selling/sales/order-payments.ts'
import type { Order, RefundRecord } from '../../selling/sales/orders.ts'
import {
  refundReceiptNumber,
  type SaleTax,
  type SaleTender,
  type SoldShop,
  type SoldTax,
  soldAtOf,
  takenByOf,
} from '../../selling/sales/sale-snapshot.ts'
import { modifierText } from '../../selling/sales/sold-modifiers.ts'
import {
  grossOf,
  less,
  refundedParts,
  sumOf,
  taxesWithUntaxed,
  unsoldReceived,
} from '../../selling/shifts/figures.ts'
import {
  allZReports,
  currencyOfZ,
  type ZReportRecord,
} from '../../selling/shifts/z-reports.ts'
import {
  type BaseCurrency,
  baseCurrencyOf,
  readBaseCurrency,
} from '../../selling/shop-config/config.ts'
import { currencyOfOrder } from '../../selling/shop-config/currency-history.ts'
import {
  type GivenBackLine,
  type MadeRefund,
  refundsMadeIn,
} from './refunds-of-period.ts'
import type { ExportType, ReportFilter } from './report-filter.ts'
import { type Sale, salesOf } from './sales-of-period.ts'
import { taxesSoldOf } from './sales-report.ts'
import type { SharedLine } from './shared-lines.ts'

/** The shop's time zone, its currency with its history, and the Zs of all time. */
type Terms = {
  readonly timezone: Timezone
  readonly base: BaseCurrency | undefined
  readonly zs: readonly ZReportRecord[]
}

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
  const [base, zs] = await Promise.all([readBaseCurrency(), allZReports()])
  return byteOrderMark + (await tableOf(type, filter, { timezone, base, zs }))
}

async function tableOf(type: ExportType, filter: ReportFilter, terms: Terms) {
  const { period } = filter
  const sales = async () => (await salesOf(filter)).toReversed()
  switch (type) {
    case 'z-reports':
      return zTable(zReportsOf(terms.zs, period), terms)
    case 'refunds':
      return table(refundColumns, refundRows(await refundsMadeIn(period), terms))
    case 'sales':
      return table(saleColumns, saleRows(await sales(), terms, await readCategoryNames()))
    case 'taxes':
      return table(taxColumns, taxRows(await sales(), await refundsMadeIn(period), terms))
    case 'payments':
      return table(paymentColumns, paymentRows(await sales(), terms))
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

type OfSale = {
  readonly order: Order
  readonly day: string
  readonly currency: string
  /** In the shop's time zone, with seconds. */
  readonly soldAt: string
  readonly zone: string
  /** The number of the Z that has it; null for what no Z has. */
  readonly inZ: number | null
}

const ofSale = ({ order }: Sale, { timezone, base, zs }: Terms): OfSale => {
  const soldAt = soldAtOf(order)
  const { shop, number } = order.sale ?? {}
  const zone = shop ? shop.timezone : timezone
  return {
    order,
    day: dayIn(soldAt, shop, timezone),
    currency: currencyOfOrder(base, order),
    soldAt: localSecond(Date.parse(soldAt), zone),
    zone: zone ?? 'UTC',
    inZ: zOf(zs, number, ({ firstNumber, lastNumber }) => [firstNumber, lastNumber]),
  }
}

/** The number of the Z whose numbers, first and last, contain this one; null for none. */
function zOf(
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

/** What every row about a sale begins with: the shop's day, and the moment in UTC. */
const headColumns: Columns<OfSale> = {
  day: ({ day }) => day,
  time: ({ order }) => soldAtOf(order),
  number: ({ order }) => order.sale?.number ?? null,
  orderId: ({ order }) => order.id,
}

/** What every row about a sale ends with. */
const tailColumns: Columns<OfSale> = {
  soldAt: ({ soldAt }) => soldAt,
  zone: ({ zone }) => zone,
  openedAt: ({ order }) => order.createdAt,
  servedBy: ({ order }) => order.userName,
  takenBy: ({ order }) => takenByOf(order).userName,
  voided: ({ order }) => (order.sale?.voided ? 'voided' : null),
  inZ: ({ inZ }) => inZ,
}

/**
 * A row for each line of the sales, and one for the rounding of a sale's cash. Tips are beside
 * what was paid. Every row adds up: quantity × price - discount + adjustment + rounding +
 * addedTax = net + tax + rounding = paid.
 */
const saleRows = (
  sales: readonly Sale[],
  terms: Terms,
  categoryAt: Awaited<ReturnType<typeof readCategoryNames>>,
) =>
  sales.flatMap((sale) => {
    const head = ofSale(sale, terms)
    const soldMs = Date.parse(soldAtOf(sale.order))
    const rounding = sale.lines.reduce((sum, line) => sum + line.roundingCents, 0)
    const rows = sale.lines.map((line): ExportedLine => ({ ...line, roundingCents: 0 }))
    if (rounding !== 0) rows.push(roundingLine(rounding))
    return rows.map((line) => ({
      ...head,
      line,
      category:
        line.categoryId === undefined ? null : categoryAt(line.categoryId, soldMs),
    }))
  })

type ExportedLine = Omit<SharedLine, 'productName' | 'refunded' | 'costCents'> & {
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

type SaleRow = OfSale & {
  readonly line: ExportedLine
  /** The name that it had when it was sold. */
  readonly category: string | null | undefined
}

/** A line's own discount, and its share of the sale's; null where they were not kept apart. */
function discountsOf({ order, line: { discountCents, ownDiscountCents } }: SaleRow) {
  const isOfSale = discountCents === 0 || order.kind === 'restaurant'
  const ownCents = isOfSale ? 0 : ownDiscountCents
  return ownCents === undefined
    ? { ownCents: null, shareCents: null }
    : { ownCents, shareCents: discountCents - ownCents }
}

const saleColumns: Columns<SaleRow> = {
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
  transactionId: ({ order }) => transactionIdOf(tendersOf(order)) ?? null,
  ...tailColumns,
  category: ({ category }) => category ?? null,
  lineDiscount: (row) => amountOrBlank(discountsOf(row).ownCents),
  saleDiscount: (row) => amountOrBlank(discountsOf(row).shareCents),
  buyer: ({ order }) => order.sale?.buyer?.name ?? null,
  buyerTaxId: ({ order }) => order.sale?.buyer?.taxId ?? null,
  buyerAddress: ({ order }) => order.sale?.buyer?.address ?? null,
  buyerEmail: ({ order }) => order.sale?.buyer?.email ?? null,
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
  ...tailColumns,
  sentSat: ({ tender }) => tender.lightning?.sentSat ?? null,
  receivedSat: ({ tender }) => tender.lightning?.receivedSat ?? null,
  nodeFeeSat: ({ tender }) => tender.lightning?.nodeFeeSat ?? null,
}

/** What was sold and refunded on a day with a tax; null is without one. */
type TaxRow = Pick<OfSale, 'day' | 'currency'> & {
  readonly name: string | null
  readonly rateThousandths: number | null
  readonly sold: NetAndTax
  readonly refunded: NetAndTax
}

type NetAndTax = Pick<SaleTax, 'netCents' | 'taxCents'>

/** A line that was sold, or given back, on a day. */
type TaxedLine = Pick<OfSale, 'day' | 'currency'> &
  Omit<GivenBackLine, 'productName' | 'quantity' | 'tax'> & {
    readonly tax?: SoldTax | undefined
    readonly isRefund: boolean
  }

/**
 * A row for each day, currency and tax, by name and rate; what was sold without tax is a row
 * without name. Sales and refunds count on their own days, so that no refund changes a day
 * before it. Throws `sumsTooLarge`.
 */
function taxRows(
  sales: readonly Sale[],
  refunds: readonly MadeRefund[],
  terms: Terms,
): TaxRow[] {
  const lines: TaxedLine[] = [
    ...sales.flatMap((sale) => {
      const { day, currency } = ofSale(sale, terms)
      return sale.lines.map((line) => ({ ...line, day, currency, isRefund: false }))
    }),
    ...refunds.flatMap((made) => {
      const { day, currency } = ofRefund(made, terms)
      return made.lines.map((line) => ({ ...line, day, currency, isRefund: true }))
    }),
  ]
  const days = Map.groupBy(lines, ({ day, currency }) => [day, currency].join(' '))
  return [...days]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([group, ofGroup]) => {
      const [day = '', currency = ''] = group.split(' ')
      const [refunded = [], sold = []] = [true, false].map((isRefund) =>
        ofGroup.filter((line) => line.isRefund === isRefund),
      )
      const taxes = [...taxesSoldOf(ofGroup), ...untaxedOf(ofGroup)]
      return taxes.map(({ name, rateThousandths }) => {
        const of = (same: readonly TaxedLine[]): NetAndTax =>
          [...taxesSoldOf(same), ...untaxedOf(same)].find(
            (tax) => tax.name === name && tax.rateThousandths === rateThousandths,
          ) ?? { netCents: 0, taxCents: 0 }
        return {
          day,
          currency,
          name,
          rateThousandths,
          sold: of(sold),
          refunded: of(refunded),
        }
      })
    })
}

function untaxedOf(lines: readonly TaxedLine[]) {
  const untaxed = lines.filter(({ tax, paidCents }) => !tax && paidCents !== 0)
  if (untaxed.length === 0) return []
  const netCents = untaxed.reduce((sum, { paidCents }) => sum + paidCents, 0)
  return [{ name: null, rateThousandths: null, netCents, taxCents: 0 }]
}

const grossOfTax = ({ netCents, taxCents }: NetAndTax) => netCents + taxCents

const taxColumns: Columns<TaxRow> = {
  day: ({ day }) => day,
  taxName: ({ name }) => name,
  taxRatePercent: ({ rateThousandths: rate }) => (rate === null ? null : rate / 1_000),
  net: ({ sold, refunded }) => amount(sold.netCents - refunded.netCents),
  tax: ({ sold, refunded }) => amount(sold.taxCents - refunded.taxCents),
  gross: ({ sold, refunded }) => amount(grossOfTax(sold) - grossOfTax(refunded)),
  currency: ({ currency }) => currency,
  soldNet: ({ sold }) => amount(sold.netCents),
  soldTax: ({ sold }) => amount(sold.taxCents),
  soldGross: ({ sold }) => amount(grossOfTax(sold)),
  refundedNet: ({ refunded }) => amount(refunded.netCents),
  refundedTax: ({ refunded }) => amount(refunded.taxCents),
  refundedGross: ({ refunded }) => amount(grossOfTax(refunded)),
}

type RefundRow = Pick<OfSale, 'day' | 'currency' | 'inZ'> & {
  readonly refund: RefundRecord
  readonly isVoided: boolean
  /** null for the tip and for the rounding. */
  readonly productName: string | null
  readonly quantity: number
  /** Absent for what has none. */
  readonly tax?: SoldTax | undefined
  readonly cents: number
  readonly roundingCents: number
  readonly taxCents: number
  readonly tipCents: number
  readonly satoshis: number
}

/**
 * A row for each line of each refund, on its own day, one for the tip in it and one for the
 * rounding of its cash. In every row net + tax + tip - rounding = amount; what was paid out is
 * in the first.
 */
const refundRows = (refunds: readonly MadeRefund[], terms: Terms): RefundRow[] =>
  refunds.flatMap((made) => {
    const { refund, lines } = made
    const { tipCents, roundingCents = 0 } = refund
    const none = { productName: null, quantity: 0, taxCents: 0, tipCents: 0 }
    const parts = lines.map(({ productName = null, paidCents, ...line }) => ({
      ...line,
      productName,
      cents: paidCents,
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
      ...ofRefund(made, terms),
      refund,
      isVoided: made.order?.sale?.voided === true,
      satoshis: place === 0 ? refund.satoshiAmount : 0,
    }))
  })

const ofRefund = (
  { refund, order }: MadeRefund,
  { timezone, base, zs }: Terms,
): Pick<OfSale, 'day' | 'currency' | 'inZ'> => {
  const currency = order ? currencyOfOrder(base, order) : baseCurrencyOf(base).acronym
  // No Z has what went back in another currency than it counts in
  const counting = zs.filter((z) => currencyOfZ(base, z) === currency)
  return {
    day: dayIn(refund.refundedAt, order?.sale?.shop, timezone),
    currency,
    inZ:
      refund.refundNumber === undefined
        ? // From before refunds had numbers
          (counting.find(({ closedAt }) => closedAt >= refund.refundedAt)?.number ?? null)
        : zOf(counting, refund.refundNumber, (z) => [
            z.firstRefundNumber,
            z.lastRefundNumber,
          ]),
  }
}

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
  receiptNumber: ({ refund }) => refundReceiptNumber(refund),
  taxName: ({ tax }) => tax?.name ?? null,
  taxRatePercent: ({ tax }) => (tax ? tax.rateThousandths / 1_000 : null),
  voided: ({ isVoided }) => (isVoided ? 'voided' : null),
  inZ: ({ inZ }) => inZ,
}

/** The Z reports that were made in a period, oldest first. */
const zReportsOf = (zs: readonly ZReportRecord[], { fromMs, untilMs }: Period) =>
  zs.filter(({ closedAt }) => {
    const ms = Date.parse(closedAt)
    return ms >= (fromMs ?? ms) && ms < (untilMs ?? Number.POSITIVE_INFINITY)
  })

type ZRow = ZReportRecord & { readonly day: string; readonly currency: string }

/**
 * A row for each Z report, as it was when its shift was closed, with four columns for each
 * tax of any of them, by name and rate: what is left of it after refunds, and what was refunded.
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
    taxesWithUntaxed(figures).flatMap(({ name, rateThousandths, ...tax }) => {
      const of = `${name} ${rateThousandths / 1_000}%`
      return [
        [`net ${of}`, amount(tax.netCents)],
        [`tax ${of}`, amount(tax.taxCents)],
        [`refunded net ${of}`, amount(tax.refundedNetCents)],
        [`refunded tax ${of}`, amount(tax.refundedTaxCents)],
      ]
    }),
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
  firstRefund: ({ firstRefundNumber: number }) => (number ? `R-${number}` : null),
  lastRefund: ({ lastRefundNumber: number }) => (number ? `R-${number}` : null),
  refundedGoods: ({ figures }) => amountOrBlank(refundedParts(figures)?.goodsCents),
  nodeFeeSat: ({ figures }) => Number(figures.nodeFeeSat ?? 0),
}
