import type { Item, Key } from '../dynamodb/keys.ts'
import { readAll, readMany } from '../dynamodb/read.ts'
import { type DayRecord, nextZNumber } from '../sales/day-record.ts'
import { daySums } from '../sales/day-sums.ts'
import type { SoldShop } from '../sales/sale-snapshot.ts'
import { isoSeconds } from '../time/iso.ts'
import { breakdownOnWire, majorUnitsOf } from './breakdown.ts'
import { type DrawerAmounts, figuresOf, grossOf, type ShiftFigures } from './figures.ts'

/** Who closes a shift, and when. */
export type Closing = {
  readonly nowMs: number
  readonly userId: string
  /** Null for a user who was deleted meanwhile. */
  readonly userName: string | null
  readonly shop: SoldShop | undefined
  /** The acronym of the currency in which the shop counts. */
  readonly currency: string
}

/** A Z report as it is stored: written once, when a shift is closed, and never changed. */
export type ZReportRecord = Item & {
  readonly number: number
  readonly shiftId: string
  readonly closedAt: string
  readonly closedByUserId: string
  readonly closedByName: string | null
  readonly firstNumber: number | null
  readonly lastNumber: number | null
  readonly figures: ShiftFigures
  /** Absent in Zs from before it was kept. */
  readonly shop?: SoldShop
  /** Absent in Zs from before it was kept. */
  readonly currency?: string
}

/** Numbers are padded, so that Z reports sort by number. */
const zReportKey = (number: number): Key => ({
  pk: 'Z-REPORT',
  sk: String(number).padStart(10, '0'),
})

/** The sums of a day as the next Z. */
export function nextZReport(
  day: DayRecord | undefined,
  shift: DrawerAmounts & { readonly id: string },
  { nowMs, userId, userName, shop, currency }: Closing,
): ZReportRecord {
  const number = nextZNumber(day)
  const sums = daySums(day)
  return {
    ...zReportKey(number),
    number,
    shiftId: shift.id,
    closedAt: isoSeconds(nowMs),
    closedByUserId: userId,
    closedByName: userName,
    firstNumber: sums.firstNumber,
    lastNumber: sums.lastNumber,
    figures: figuresOf(shift, sums),
    currency,
    ...(shop && { shop }),
  }
}

/** The Z reports with these numbers, in their order. */
export const findZReports = async (numbers: readonly number[]) =>
  (await readMany(numbers.map(zReportKey))) as (ZReportRecord | undefined)[]

/** Every Z report, oldest first. */
export const allZReports = () => readAll<ZReportRecord>({ pk: 'Z-REPORT' })

/** A Z report as clients get it. */
export const zReportOnWire = ({ shiftId, figures, ...report }: ZReportRecord) => ({
  ...report,
  ...breakdownOnWire(shiftId, figures),
  totalGross: majorUnitsOf(grossOf(figures)),
  totalDiscounts: majorUnitsOf(figures.totalDiscountsCents),
  totalAddedTax: majorUnitsOf(figures.addedTaxCents ?? 0),
  totalAdjustments: majorUnitsOf(figures.adjustmentCents ?? 0),
})
