import { Failure } from '../../failure.ts'
import { fitsCents } from '../../money/decimal.ts'
import type { Sum } from '../../sales/day-sums.ts'
import { majorUnitsOf } from '../../shifts/breakdown.ts'
import { grossOf, sumOf, taxesWithUntaxed } from '../../shifts/figures.ts'
import { findReportedShift, type ReportedShift } from '../../shifts/shift-reports.ts'
import { findConfig } from '../../shop/config.ts'
import { configWith } from '../../shop/sold-shop.ts'
import { findUser } from '../../staff/users.ts'
import { localMinute, type Timezone } from '../../time/zone.ts'
import { xReportTemplate, zReportTemplate } from '../layout/built-in.ts'
import type { PrintedTicket } from '../layout/printed-ticket.ts'
import { zReportTicket } from '../layout/z-report.ts'
import type { PrintDestination } from './print-request.ts'
import {
  findTargets,
  type PrintingRequest,
  prepareJobs,
  sendJobs,
} from './send-to-printers.ts'

/** Who prints, and when. */
type Request = PrintingRequest & { readonly userId: string }

/**
 * Prints the last Z report of a shift, or an X report of the open one
 * (POST /shifts/{id}/z-report/print). Throws `notFound`, `noZReport`, `sumsTooLarge`, and
 * what `prepareJobs` and `sendJobs` throw.
 */
export async function printZReport(
  shiftId: string,
  destination: PrintDestination,
  { nowMs, key, userId }: Request,
): Promise<void> {
  const [current, report, user, targets] = await Promise.all([
    findConfig(),
    findReportedShift(shiftId),
    findUser(userId),
    findTargets(destination, nowMs),
  ])
  const config = configWith(current, report.z?.shop)
  const timezone = config?.timezone ?? null
  const ticket = ticketOf(shiftId, report, {
    period: periodOf(report, nowMs, timezone),
    by: (report.z ? report.z.closedByName : user?.name) ?? '',
  })
  const builtIn = report.z ? zReportTemplate : xReportTemplate
  const permission = 'shifts_report_read' as const
  const printable = { ticket, config, builtIn, permission }
  await sendJobs(await prepareJobs(targets, printable, { nowMs, key }))
}

/** From the Z before, where there is one, to the report. */
function periodOf({ z, since }: ReportedShift, nowMs: number, timezone: Timezone) {
  const untilMs = z ? Date.parse(z.closedAt) : nowMs
  const moments = since === null ? [untilMs] : [Date.parse(since), untilMs]
  return moments.map((ms) => localMinute(ms, timezone)).join(' - ')
}

function ticketOf(
  shiftId: string,
  { z, firstNumber, lastNumber, figures }: ReportedShift,
  { period, by }: { readonly period: string; readonly by: string },
): PrintedTicket {
  const { byPaymentMethod } = figures
  exactCents(sumOf(byPaymentMethod.map(({ cents }) => cents)))
  return zReportTicket({
    id: shiftId,
    number: z?.number ?? null,
    period,
    by,
    tickets: figures.totalTickets,
    firstNumber,
    lastNumber,
    grossCents: exactCents(grossOf(figures)),
    discountCents: exactCents(figures.totalDiscountsCents),
    addedTaxCents: exactCents(figures.addedTaxCents ?? 0),
    adjustmentCents: exactCents(figures.adjustmentCents ?? 0),
    salesCents: exactCents(figures.totalSalesCents),
    tipCents: exactCents(figures.totalTipsCents),
    byMethod: byPaymentMethod.map(({ name, cents, refundCents = 0 }) => ({
      name,
      cents: exactCents(cents),
      refundCents: exactCents(refundCents),
    })),
    taxes: taxesWithUntaxed(figures).map(({ name, rateThousandths, ...tax }) => ({
      name,
      ratePercent: rateThousandths / 1_000,
      netCents: exactCents(sumOf([tax.netCents, tax.refundedNetCents])),
      taxCents: exactCents(sumOf([tax.taxCents, tax.refundedTaxCents])),
      refundedNetCents: exactCents(tax.refundedNetCents),
      refundedTaxCents: exactCents(tax.refundedTaxCents),
    })),
    cash: {
      initialCents: figures.initialAmountCents,
      salesCents: exactCents(figures.cashSalesCents),
      inCents: exactCents(figures.cashInCents),
      outCents: exactCents(figures.cashOutCents),
      refundCents: exactCents(figures.cashRefundsCents),
      expectedCents: exactCents(figures.expectedTotalCents),
      countedCents: figures.finalAmountCents,
      differenceCents:
        figures.differenceCents === null ? null : exactCents(figures.differenceCents),
    },
    outside: {
      count: figures.outside?.count ?? 0,
      cents: exactCents(figures.outside?.cents ?? 0),
    },
    paidOutSat: Number(figures.paidOutSat ?? 0),
  })
}

/** Cents that a receipt prints exactly. Throws `sumsTooLarge`. */
function exactCents(cents: Sum): number {
  if (!fitsCents(majorUnitsOf(cents))) throw new Failure('sumsTooLarge')
  return Number(cents)
}
