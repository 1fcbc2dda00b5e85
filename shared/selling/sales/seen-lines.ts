import type { Counted, CountedChange } from './counted-rows.ts'
import type { DayRecord } from './day-record.ts'

/** Record on a bill's line of who has seen it: the kitchen, or guests on their bill. */
export type SeenLine = {
  readonly id: string
  readonly priceCents: number
  readonly status: string
  /** It was sent to the kitchen once; its status may have been set back since. */
  readonly wasFired?: true
  /** Time of the last sending, in Unix ms; absent for lines of earlier releases. */
  readonly firedAtMs?: number
  /** It was on a bill that was printed. */
  readonly wasPrinted?: true
  /** Its last price above 0, if somebody has set it to 0. */
  readonly fullCents?: number
  /** X and Z count it as gone, because its order was closed without a payment. */
  readonly isGone?: true
}

/** An order with the lines that X and Z may count. */
export type SeenOrder<Line extends SeenLine = SeenLine> = {
  readonly lines: readonly Line[]
  /** Number of the Z before its lines were counted as gone, null before the first. */
  readonly goneAfterZ?: number | null | undefined
}

/** True if the kitchen or guests have seen a line. */
export const wasSeen = ({ status, wasFired, firedAtMs, wasPrinted }: SeenLine): boolean =>
  wasPrinted === true ||
  wasFired === true ||
  firedAtMs !== undefined ||
  (status !== 'pending' && status !== 'cancelled')

/** Counts the seen lines that nobody pays any more, each once, for X and Z. */
export function goneOf(lines: readonly SeenLine[], sign: 1 | -1 = 1): CountedChange {
  const counted = (gone: readonly SeenLine[]): Counted<number> => ({
    count: sign * gone.length,
    cents: gone.reduce((sum, line) => sum + sign * fullCentsOf(line), 0),
  })
  const seen = lines.filter((line) => wasSeen(line) && !line.isGone)
  return {
    cancelledLines: counted(seen),
    cancelledAfterPrint: counted(seen.filter(({ wasPrinted }) => wasPrinted)),
  }
}

const fullCentsOf = ({ priceCents, fullCents = 0 }: SeenLine) => priceCents || fullCents

/** True if X and Z count anything of a change. */
export const isCounted = ({ cancelledLines }: CountedChange): boolean =>
  (cancelledLines?.count ?? 0) !== 0

/** True if a settled bill does not pay a line: it is cancelled, or was brought to 0. */
const isUnpaid = ({ status, priceCents, fullCents }: SeenLine): boolean =>
  status === 'cancelled' || (priceCents === 0 && fullCents !== undefined)

/**
 * Counts a settled bill for X and Z: its unpaid lines, less earlier counted lines that
 * are paid after all.
 */
export function goneOfSettled(
  { lines, goneAfterZ }: SeenOrder,
  day: Pick<DayRecord, 'lastZNumber'> | undefined,
): CountedChange {
  const paid = { lines: lines.filter((line) => !isUnpaid(line)), goneAfterZ }
  const { change: back = {} } = takenBack(paid, day) ?? {}
  const gone = goneOf(lines.filter(isUnpaid))
  return {
    cancelledLines: sumOf(gone.cancelledLines, back.cancelledLines),
    cancelledAfterPrint: sumOf(gone.cancelledAfterPrint, back.cancelledAfterPrint),
  }
}

const sumOf = (one = none, other = none): Counted<number> => ({
  count: one.count + other.count,
  cents: one.cents + other.cents,
})

const none: Counted<number> = { count: 0, cents: 0 }

/** The lines of an order that is closed without a payment, as they are kept from then on. */
export const asGone = <Line extends SeenLine>(lines: readonly Line[]): readonly Line[] =>
  lines.map((line) => (wasSeen(line) ? { ...line, isGone: true as const } : line))

/**
 * Takes back the counts of an order that is open or paid after all, for X and Z: those
 * since the last Z, with its lines as they are kept from then on. Undefined if X and Z
 * have counted nothing of it.
 */
export function takenBack<Line extends SeenLine>(
  { lines, goneAfterZ }: SeenOrder<Line>,
  day: Pick<DayRecord, 'lastZNumber'> | undefined,
): { readonly lines: readonly Line[]; readonly change: CountedChange } | undefined {
  if (goneAfterZ === undefined) return undefined
  const kept = lines.map(({ isGone: _gone, ...line }) => line as Line)
  const gone = kept.filter((_, at) => lines[at]?.isGone)
  const isFrozen = (day?.lastZNumber ?? null) !== goneAfterZ
  return { lines: kept, change: isFrozen ? {} : goneOf(gone, -1) }
}
