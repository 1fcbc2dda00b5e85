import { findUser } from '../../people/staff/users.ts'
import { currencyByAcronym } from '../../platform/money/currencies.ts'
import { countedNames, countedRow } from '../../selling/sales/counted-rows.ts'
import type { Sum } from '../../selling/sales/day-record.ts'
import {
  grossOf,
  less,
  refundedParts,
  type ShiftFigures,
  sumOf,
  taxesWithUntaxed,
  unsoldReceived,
} from '../../selling/shifts/figures.ts'
import { findReportedShift, type ReportedShift } from '../../selling/shifts/z-reports.ts'
import { findBaseCurrency, findConfig } from '../../selling/shop-config/config.ts'
import { configWith } from '../../selling/shop-config/sold-shop.ts'
import { dayReportTemplate } from '../layout/built-in.ts'
import { methodName, type NumberForm, type Words, wordsOf } from '../layout/language.ts'
import type { PrintedTicket } from '../layout/receipt.ts'
import { clockOf, formOf, type PaperClock } from './order-ticket.ts'
import type { PrintDestination } from './print-request.ts'
import { amount, counted, exact } from './report-amounts.ts'
import {
  findTargets,
  type PrintingRequest,
  prepareJobs,
  sendJobs,
} from './send-to-printers.ts'
import { tillRows } from './till-rows.ts'

type Request = PrintingRequest & { readonly userId: string }

/**
 * Prints the last Z report of a shift, or an X report of the open one (POST
 * /shifts/{id}/z-report/print), and returns its kind. Throws `notFound`, `noZReport`,
 * `sumsTooLarge`, and what `prepareJobs` and `sendJobs` throw.
 */
export async function printZReport(
  shiftId: string,
  destination: PrintDestination,
  { nowMs, key, userId }: Request,
): Promise<{ isX: boolean }> {
  const [current, base, report, user, targets] = await Promise.all([
    findConfig(),
    findBaseCurrency(),
    findReportedShift(shiftId, nowMs),
    findUser(userId),
    findTargets(destination, nowMs),
  ])
  const config = configWith(current, report.z?.shop)
  const { currency = base.acronym } = report.z ?? {}
  const ticket = zReportTicket(shiftId, report, {
    period: periodOf(report, nowMs, clockOf(config)),
    by: (report.z ? report.z.closedByName : user?.name) ?? '',
    currency,
    form: formOf(currencyByAcronym(currency), config),
  })
  const hasTills = report.rows.length > 0
  const builtIn = dayReportTemplate({ isX: !report.z, hasTills })
  const permission = 'shifts_report_read' as const
  const printable = { ticket, config, builtIn, permission }
  await sendJobs(await prepareJobs(targets, printable, { nowMs, key }))
  return { isX: !report.z }
}

/** Formats the period from the Z before, if there is one, to the report. */
function periodOf({ z, since }: ReportedShift, nowMs: number, clock: PaperClock) {
  const untilMs = z ? Date.parse(z.closedAt) : nowMs
  const moments = since === null ? [untilMs] : [Date.parse(since), untilMs]
  return moments.map((ms) => clock.minute(ms)).join(' - ')
}

type ShiftWords = Words['shift']

type ZTerms = {
  readonly period: string
  readonly by: string
  readonly currency: string
  readonly form?: NumberForm
}

/**
 * A Z or X report as the built-in template prints it, which adds up from top to bottom; the total
 * is everything that was paid. Throws `sumsTooLarge`.
 */
export function zReportTicket(
  shiftId: string,
  { z, firstNumber, lastNumber, figures, rows, ...numbers }: ReportedShift,
  { period, by, currency, form = {} }: ZTerms,
): PrintedTicket {
  const language = wordsOf(form.language)
  const { shift: words, rows: rowWords } = language
  const methods = figures.byPaymentMethod
  const takenCents = sumOf(methods.map(({ cents }) => cents))
  const refundCents = sumOf(methods.map((each) => each.refundCents ?? 0))
  const { paidOutSat = 0, overpaidSat = 0, nodeFeeSat = 0 } = figures
  const { productsBelowZero = 0, late = [] } = figures
  return {
    ticketId: shiftId,
    tableName: '',
    roomName: '',
    date: period,
    items: [],
    total: exact(takenCents),
    details: {
      ...(z && { number: z.number }),
      cashier: by,
      currency,
      ...form,
      tenders: methods.map(({ name, cents }) => ({ method: name, amount: exact(cents) })),
      taxes: taxRows(figures, words),
      summaries: [
        {
          title: 'Sales',
          rows: [
            ...(firstNumber === null || rows.length > 0
              ? []
              : [{ label: words.receipts, value: `${firstNumber} - ${lastNumber}` }]),
            ...leftOut(numbers.numbersLeftOut, '', words),
            { label: words.count, value: String(figures.totalTickets) },
            amount(words.gross, grossOf(figures)),
            amount(words.discounts, -figures.totalDiscountsCents),
            amount(words.addedTax, figures.addedTaxCents ?? 0),
            amount(words.adjustments, figures.adjustmentCents ?? 0),
            amount(words.sales, figures.totalSalesCents),
            ...countedOf(figures, words, ({ isInSales = false }) => isInSales).map(
              (row) => ({
                ...row,
                label: `  ${row.label}`,
              }),
            ),
          ],
        },
        {
          title: 'Taken',
          rows: [
            amount(words.sales, figures.totalSalesCents),
            amount(words.tips, figures.totalTipsCents),
            ...methods.flatMap(({ name, tipCents }) =>
              unlessZero(`  ${methodName(name, language)}`, tipCents),
            ),
            ...unlessZero(rowWords.rounding, figures.roundingCents),
            ...late.map(({ day, byPaymentMethod }) =>
              amount(
                `  ${words.late(day)}`,
                sumOf(byPaymentMethod.map(({ cents }) => cents)),
              ),
            ),
          ],
        },
        {
          title: 'Refunds',
          rows: [
            ...(rows.length > 0 ? [] : refundNumbers(numbers, words)),
            ...leftOut(numbers.refundNumbersLeftOut, 'R-', words),
            ...refundedRows(figures, words, rowWords.rounding),
            amount(words.refunds, -refundCents),
            ...methods
              .filter((each) => Number(each.refundCents ?? 0) !== 0)
              .map((each) =>
                amount(`  ${methodName(each.name, language)}`, -(each.refundCents ?? 0)),
              ),
          ],
        },
        {
          title: 'Net',
          rows: [
            ...methods.map((each) =>
              amount(
                methodName(each.name, language),
                less(each.cents, each.refundCents ?? 0),
              ),
            ),
            amount(words.net, less(takenCents, refundCents)),
          ],
        },
        {
          title: 'Cash',
          rows: [
            amount(words.atStart, figures.initialAmountCents),
            amount(words.sales, figures.cashSalesCents),
            ...late.flatMap(({ day, cashCents }) =>
              unlessZero(`  ${words.late(day)}`, cashCents),
            ),
            amount(words.paidIn, figures.cashInCents),
            amount(words.paidOut, -figures.cashOutCents),
            amount(words.refunds, -figures.cashRefundsCents),
            amount(words.expected, figures.expectedTotalCents),
            ...counted(words.counted, figures.finalAmountCents),
            ...counted(words.difference, figures.differenceCents),
            ...statedDifference(figures, words),
          ],
        },
        {
          title: 'Apart',
          rows: [
            ...countedOf(figures, words, ({ isInSales = false }) => !isInSales),
            ...(overpaidSat === 0
              ? []
              : [{ label: words.overpaidSat, value: String(overpaidSat) }]),
            ...(nodeFeeSat === 0
              ? []
              : [{ label: words.nodeFeesSat, value: String(nodeFeeSat) }]),
            { label: words.paidOutSat, value: String(paidOutSat) },
            ...unsoldRows(figures, words),
            ...(productsBelowZero === 0
              ? []
              : [{ label: words.productsBelowZero, value: String(productsBelowZero) }]),
          ],
        },
        ...(rows.length > 0 ? [{ title: 'Tills', rows: tillRows(rows, words) }] : []),
      ],
    },
  }
}

/** The first and the last number of refunds, where there were any. */
const refundNumbers = (
  {
    firstRefundNumber: first,
    lastRefundNumber: last,
  }: Pick<ReportedShift, 'firstRefundNumber' | 'lastRefundNumber'>,
  words: ShiftWords,
) => (first && last ? [{ label: words.numbers, value: `R-${first} - R-${last}` }] : [])

/** Numbers that a restore of the records has passed over. */
const leftOut = (
  numbers: ReportedShift['numbersLeftOut'],
  before: 'R-' | '',
  words: ShiftWords,
) =>
  numbers
    ? [
        {
          label: words.numbersLeftOut,
          value: `${before}${numbers.from} - ${before}${numbers.to}`,
        },
      ]
    : []

/** Rows that add up to the sum of refunds. */
function refundedRows(figures: ShiftFigures, words: ShiftWords, rounding: string) {
  const parts = refundedParts(figures)
  if (!parts) return []
  return [
    amount(words.goods, -parts.goodsCents),
    ...unlessZero(words.tips, -parts.tipCents),
    ...unlessZero(rounding, parts.refundRoundingCents),
  ]
}

/** Only where a shop had a payment that no till sold. */
function unsoldRows({ unsold }: ShiftFigures, words: ShiftWords) {
  const received = unsold ? unsoldReceived(unsold) : 0
  if (!unsold || received === 0) return []
  const satoshis = (label: string, sum: Sum) => ({ label, value: String(sum) })
  return [
    satoshis(words.unsoldSat, received),
    satoshis(`  ${words.unsoldSold}`, unsold.soldSat),
    satoshis(`  ${words.unsoldRefunded}`, unsold.refundedSat),
    satoshis(`  ${words.unsoldDismissed}`, unsold.dismissedSat),
    satoshis(`  ${words.unsoldOpen}`, unsold.openSat),
  ]
}

/** The rows that count something. */
const countedOf = (
  figures: ShiftFigures,
  words: ShiftWords,
  fits: (row: ReturnType<typeof countedRow>) => boolean,
) =>
  countedNames.flatMap((name) => {
    const { count = 0, cents = 0 } = figures[name] ?? {}
    const row = countedRow(name)
    const isPrinted = fits(row) && (count > 0 || row.isAlwaysPrinted)
    return isPrinted ? [amount(`${words.countedRows[name]} (${count})`, cents)] : []
  })

/** Sales by tax, then their refunds. */
function taxRows(figures: ShiftFigures, words: ShiftWords) {
  const taxes = taxesWithUntaxed(figures, words.untaxed)
  const row = (name: string, rateThousandths: number, net: Sum, tax: Sum) => ({
    name,
    ratePercent: rateThousandths / 1_000,
    net: exact(net),
    tax: exact(tax),
  })
  const sold = taxes.map(({ name, rateThousandths, ...tax }) =>
    row(
      name,
      rateThousandths,
      sumOf([tax.netCents, tax.refundedNetCents]),
      sumOf([tax.taxCents, tax.refundedTaxCents]),
    ),
  )
  const refunded = taxes
    .filter(
      (tax) => Number(tax.refundedNetCents) !== 0 || Number(tax.refundedTaxCents) !== 0,
    )
    .map(({ name, rateThousandths, refundedNetCents, refundedTaxCents }) =>
      row(words.refundedTax(name), rateThousandths, -refundedNetCents, -refundedTaxCents),
    )
  return [...sold, ...refunded]
}

/** A row, or none for 0: only shops that round cash have these. */
const unlessZero = (label: string, cents: Sum = 0) =>
  Number(cents) === 0 ? [] : [amount(label, cents)]

/** A row with the client's figure, if it differs from the computed one. */
const statedDifference = (
  { differenceCents, statedDifferenceCents: stated = null }: ShiftFigures,
  words: ShiftWords,
) =>
  stated === null || stated === Number(differenceCents)
    ? []
    : [amount(words.stated, stated)]
