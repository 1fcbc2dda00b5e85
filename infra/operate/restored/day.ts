import { upsertNextEpoch } from '../../../shared/people/tills/epoch.ts'
import {
  allTills,
  type Series,
  seriesKey,
} from '../../../shared/people/tills/till-records.ts'
import { versionConflict } from '../../../shared/platform/dynamodb/optimistic-lock.ts'
import { read } from '../../../shared/platform/dynamodb/read.ts'
import { refundableOf } from '../../../shared/selling/refunds/refundable.ts'
import {
  addedTo,
  changeOfRefund,
  changeOfSale,
  type DayRecord,
  dayRecordKey,
  emptiedDay,
  putDay,
} from '../../../shared/selling/sales/day-record.ts'
import {
  readRefundNumber,
  upsertLastRefundNumber,
} from '../../../shared/selling/sales/refund-numbers.ts'
import { soldAtOf } from '../../../shared/selling/sales/sale-snapshot.ts'
import { taxesOfRefund } from '../../../shared/selling/sales/sale-sums.ts'
import { receiptName } from '../../../shared/selling/sales/sales-audit.ts'
import { withNumbersLeftOut } from '../new-epoch.ts'
import { addedTax } from './added-tax.ts'
import type { Around } from './around.ts'
import type { Difference } from './difference.ts'
import { namedNumbers, numberedRefunds } from './numbers.ts'
import { type SoldOrder, soldOrders } from './sales.ts'

/**
 * Corrects the day by its sales, refunds and Zs, and raises the numbers of receipts and
 * refunds past every known one and by 1,000. One difference has all of its writes.
 */
export async function dayDifferences(around: Around): Promise<Difference[]> {
  const seen = await read<DayRecord>(dayRecordKey)
  const lastRefund = (await readRefundNumber()) - 1
  const { day: counted, said, lost } = countedDay(seen, around)
  const named = await namedNumbers(around)
  const day = withNumbersLeftOut(counted, lastRefund, named)
  const refundTo = day.refundNumbersLeftOut.to
  return [
    {
      said: [
        ...said,
        `the next receipt is ${day.lastNumber + 1}, the next refund R-${refundTo + 1}`,
      ].join('; '),
      writes: [
        putDay(seen, day, versionConflict),
        upsertLastRefundNumber(lastRefund, refundTo),
        upsertNextEpoch(await read<Series>(seriesKey), await allTills()),
      ],
    },
    ...lost,
  ]
}

/**
 * Returns the day with all that it should count, the additions made, and those that
 * nobody can make.
 */
function countedDay(seen: DayRecord | undefined, around: Around) {
  const said: string[] = []
  let day: DayRecord = seen ?? { ...dayRecordKey, changes: 0 }
  const lastZ = around.zReports.at(-1)
  if (lastZ && lastZ.number > (day.lastZNumber ?? 0)) {
    const lastNumber = Math.max(day.lastNumber ?? 0, lastZ.lastNumber ?? 0)
    day = { ...emptiedDay(day), lastNumber, lastZNumber: lastZ.number }
    said.push(`Z ${lastZ.number} was made and the day still had its sums: emptied`)
  }
  const sales = soldOrders(around).filter(({ sale }) => sale.series === undefined)
  const lost = [
    ...lostZ(day, lastZ?.number),
    ...lostNumbers(day, sales, around),
    ...lostRefunds(day, around),
  ]
  for (const order of sales) {
    const { number } = order.sale
    if (number <= (day.lastNumber ?? 0)) continue
    // A till counts what it sold, also under a number of the shop's own
    const isOwn = order.sale.partNumber === undefined
    const change = { ...changeOfSale(order.sale, addedTax(order)), tickets: 1 }
    day = {
      ...(isOwn ? addedTo(day, change) : day),
      lastNumber: number,
      firstNumber: day.firstNumber ?? number,
      lastTicketMs: Date.parse(soldAtOf(order)),
      currency: day.currency ?? order.sale.baseCurrency ?? '',
    }
    said.push(
      `${receiptName({ number })} was not in the day's sums: added, without what X and Z only count`,
    )
  }
  const countedRefund = Math.max(day.lastRefundNumber ?? 0, lastZ?.lastRefundNumber ?? 0)
  for (const { order, refund, number } of numberedRefunds(around)) {
    if (number <= countedRefund) continue
    const lines = refundableOf(order)?.lines ?? []
    day = {
      ...addedTo(day, changeOfRefund(refund, taxesOfRefund(refund, lines))),
      firstRefundNumber: day.firstRefundNumber ?? number,
      lastRefundNumber: number,
    }
    said.push(`R-${number} was not in the day's sums: added`)
  }
  return { day, said, lost }
}

const lostZ = (
  { lastZNumber = 0 }: DayRecord,
  lastZ: number | undefined,
): Difference[] =>
  lastZNumber > (lastZ ?? 0)
    ? [
        {
          said:
            `Z ${lastZNumber} was made and is missing: its sums stand on its paper, and ` +
            'reports by day have its sales',
        },
      ]
    : []

/** Numbers that the day counts and that nothing else names. */
function lostNumbers(
  { lastNumber = 0, numbersLeftOut }: DayRecord,
  sales: readonly SoldOrder[],
  { tickets }: Around,
): Difference[] {
  const numbers = new Set([
    ...sales.map(({ sale }) => sale.number),
    ...[...tickets.values()].flatMap(({ number, series }) =>
      series === undefined ? (number ?? []) : [],
    ),
  ])
  const isLeftOut = (number: number) =>
    numbersLeftOut !== undefined &&
    number >= numbersLeftOut.from &&
    number <= numbersLeftOut.to
  const first = Math.min(...numbers)
  const missing = Array.from(
    { length: Math.max(0, lastNumber - first) },
    (_, at) => first + at + 1,
  ).filter((number) => !numbers.has(number) && !isLeftOut(number))
  return missing.map((number) => ({
    said: `${receiptName({ number })} is in the day's sums, and nothing else is left of it`,
    subject: { id: String(number), name: receiptName({ number }) },
  }))
}

/** Refunds that the day counts and that neither a sale nor the list of refunds has. */
function lostRefunds(day: DayRecord, around: Around): Difference[] {
  const { firstRefundNumber: first, lastRefundNumber: last = 0 } = day
  if (first === undefined) return []
  const known = new Set([
    ...numberedRefunds(around).map(({ number }) => number),
    ...around.refunds
      .filter(({ series }) => series === undefined)
      .map(({ refundNumber }) => refundNumber),
  ])
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
    .filter((number) => !known.has(number))
    .map((number) => ({
      said: `refund R-${number} is in the day's sums, and its sale does not know it`,
      subject: { id: String(number), name: `R-${number}` },
    }))
}
