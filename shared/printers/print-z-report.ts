import { Failure } from '../failure.ts'
import { fitsCents } from '../money/decimal.ts'
import { xReportTemplate, zReportTemplate } from '../printing/built-in.ts'
import type { PrintedTicket } from '../printing/printed-ticket.ts'
import { zReportTicket } from '../printing/z-report.ts'
import type { Sum } from '../sales/day-record.ts'
import { majorUnitsOf, sumOf } from '../shifts/breakdown.ts'
import { findReportedShift, type ReportedShift } from '../shifts/shift-reports.ts'
import { findConfig } from '../shop/config.ts'
import { findUser } from '../staff/users.ts'
import { localMinute, type Timezone } from '../time/zone.ts'
import type { PrintDestination } from './print-request.ts'
import { findTargets, prepareJobs, sendJobs } from './send-to-printers.ts'

/** Who prints, and when. */
type Request = { readonly nowMs: number; readonly userId: string }

/**
 * Prints the last Z report of a shift, or an X report of the open one
 * (POST /shifts/{id}/z-report/print). Throws `notFound`, `noZReport`, `sumsTooLarge`, and
 * what `prepareJobs` and `sendJobs` throw.
 */
export async function printZReport(
  shiftId: string,
  destination: PrintDestination,
  { nowMs, userId }: Request,
): Promise<void> {
  const [config, report, user, targets] = await Promise.all([
    findConfig(),
    findReportedShift(shiftId),
    findUser(userId),
    findTargets(destination, nowMs),
  ])
  const timezone = config?.timezone ?? null
  const ticket = ticketOf(shiftId, report, {
    period: periodOf(report, nowMs, timezone),
    by: (report.z ? report.z.closedByName : user?.name) ?? '',
  })
  const builtIn = report.z ? zReportTemplate : xReportTemplate
  const permission = 'shifts_report_read' as const
  const printable = { ticket, config, builtIn, permission }
  await sendJobs(await prepareJobs(targets, printable, nowMs))
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
    salesCents: exactCents(figures.totalSalesCents),
    discountCents: exactCents(figures.totalDiscountsCents),
    tipCents: exactCents(figures.totalTipsCents),
    refundCents: exactCents(figures.totalRefundsCents),
    byMethod: byPaymentMethod.map(({ name, cents }) => ({
      name,
      cents: exactCents(cents),
    })),
    taxes: figures.taxes.map(({ name, rateThousandths, netCents, taxCents }) => ({
      name,
      ratePercent: rateThousandths / 1_000,
      netCents: exactCents(netCents),
      taxCents: exactCents(taxCents),
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
  })
}

/** Cents that a receipt prints exactly. Throws `sumsTooLarge`. */
function exactCents(cents: Sum): number {
  if (!fitsCents(majorUnitsOf(cents))) throw new Failure('sumsTooLarge')
  return Number(cents)
}
