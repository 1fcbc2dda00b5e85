import { placeOfSeries } from '../../../shared/people/tills/series.ts'
import {
  allTills,
  type MissingRange,
  type TillRecord,
  tillDayKey,
  tillKey,
} from '../../../shared/people/tills/till-records.ts'
import { versionConflict } from '../../../shared/platform/dynamodb/optimistic-lock.ts'
import { read, readAll, readMany } from '../../../shared/platform/dynamodb/read.ts'
import { deleteItem, insert } from '../../../shared/platform/dynamodb/write.ts'
import { oldestMs } from '../../../shared/selling/hand-in/hand-in.ts'
import { refundableOf } from '../../../shared/selling/refunds/refundable.ts'
import {
  addedTo,
  changeOfRefund,
  changeOfSale,
  type DayRecord,
  putDay,
} from '../../../shared/selling/sales/day-record.ts'
import { allFlagged, insertFlagged } from '../../../shared/selling/sales/flagged-sales.ts'
import { type Order, orderKey } from '../../../shared/selling/sales/orders.ts'
import { takenByOf } from '../../../shared/selling/sales/sale-snapshot.ts'
import { taxesOfRefund } from '../../../shared/selling/sales/sale-sums.ts'
import { receiptName } from '../../../shared/selling/sales/sales-audit.ts'
import {
  insertNumber,
  type NumberRecord,
  numberKey,
  openPart,
  type TillDay,
} from '../../../shared/selling/sales/till-day.ts'
import {
  emptiedPart,
  type PartRecord,
  partsOfZ,
} from '../../../shared/selling/shifts/parts.ts'
import {
  findShift,
  type OpenShift,
  openShiftKey,
} from '../../../shared/selling/shifts/shift-records.ts'
import {
  type CashMovement,
  cashMovementsOf,
} from '../../../shared/selling/shifts/shifts.ts'
import { updateRefundNumbersOfTill } from '../new-epoch.ts'
import { addedTax } from './added-tax.ts'
import { type Around, ordersSince } from './around.ts'
import type { Difference } from './difference.ts'
import { namedRefund } from './numbers.ts'
import { type SoldOrder, soldOrders } from './sales.ts'

/** Tills that sales name and that are missing. */
export async function lostTills(around: Around): Promise<Difference[]> {
  const known = new Set((await allTills()).map(({ id }) => id))
  const lost = new Map(
    soldOrders(around).flatMap(({ sale }) => {
      const { tillId, series } = sale
      return tillId === undefined || series === undefined || known.has(tillId)
        ? []
        : [[tillId, { series, name: sale.tillName ?? series }] as const]
    }),
  )
  return [...lost].map(([id, { series, name }]) => ({
    said: `till ${series} was missing: made again from its sales`,
    subject: { id, name },
    writes: [
      insert({
        ...tillKey(id),
        id,
        name,
        series,
        place: placeOfSeries(series) ?? 0,
        createdAtMs: around.fromMs,
        createdBy: '',
      } satisfies TillRecord),
    ],
  }))
}

/** Numbers whose records do not name the sale that has them. */
export async function numberDifferences(around: Around): Promise<Difference[]> {
  const tills = await allTills()
  if (tills.length === 0) return []
  const sold = soldOrders(around)
  const records = await readMany<NumberRecord[]>(sold.map(({ sale }) => keyOf(sale)))
  const unknown = sold.filter((_, at) => records[at] === undefined)
  const lost = await Promise.all(tills.map((till) => numbersOfNobody(till, around)))
  return [
    ...unknown.map(({ id, sale }) => ({
      said: `the number of ${receiptName(sale)} was not taken`,
      subject: { id, name: receiptName(sale) },
      writes: [insertNumber(sale.series ?? '', sale.number, id)],
    })),
    ...lost.flat(),
  ]
}

const keyOf = ({ series = '', number }: SoldOrder['sale']) => numberKey(series, number)

/** Numbers of a till whose sale is missing: they are free for its hand-in. */
async function numbersOfNobody(till: TillRecord, around: Around): Promise<Difference[]> {
  const { records, orders } = await recentNumbers(till, around)
  return records.flatMap((record) => {
    const number = Number(record.sk)
    const { orderId } = record
    if (orderId === undefined || isSold(orders.get(orderId), till, number)) return []
    const name = receiptName({ number, series: till.series })
    return [
      {
        said: `the sale of ${name} is missing: its till hands it in again`,
        subject: { id: orderId, name },
        writes: [deleteItem(record, {}, versionConflict)],
      },
    ]
  })
}

const isSold = (order: Order | undefined, { series }: TillRecord, number: number) =>
  order?.sale?.series === series && order.sale.number === number

/** The numbers of a till's open part and some before it, with the orders that they name. */
async function recentNumbers({ id, series }: TillRecord, { orders }: Around) {
  const day = await read<TillDay>(tillDayKey(id))
  const { pk, sk: from } = numberKey(series, recentFrom(day))
  const records = await readAll<NumberRecord>({ pk, between: [from, '~'] })
  const ids = records.flatMap(({ orderId }) => orderId ?? [])
  const others = await readMany<Order[]>(
    ids.filter((each) => !orders.has(each)).map(orderKey),
  )
  const known = new Map(orders)
  for (const order of others) if (order) known.set(order.id, order)
  return { records, orders: known }
}

/** Numbers before the last that a till may have given and a restore may have torn. */
const tornNumbers = 200

const recentFrom = (day: TillDay | undefined) =>
  Math.max(
    1,
    Math.min(day?.firstNumber ?? Infinity, (day?.lastNumber ?? 0) - tornNumbers),
  )

/**
 * Corrects the numbers and the sums of each till by its sales, refunds, cash movements and frozen
 * parts, and lets it sell again once it has handed in what it sold.
 */
export async function tillDifferences(recent: Around): Promise<Difference[]> {
  const tills = await allTills()
  if (tills.length === 0) return []
  const days = await readMany<TillDay[]>(tills.map(({ id }) => tillDayKey(id)))
  const begunMs = tills.map((till, at) => begunMsOf(till, days[at]))
  // A sale is listed when it was sold, and counts in the part that was open when it was handed in
  const sinceMs = Math.min(...begunMs) - oldestMs
  const around = { ...recent, orders: await ordersSince(sinceMs, recent) }
  const [frozen, movements] = await Promise.all([frozenSince(around), cashMovements()])
  const found: Difference[] = []
  for (const [at, till] of tills.entries()) {
    const seen = days[at]
    const parts = frozen.filter((part) => part.till.id === till.id)
    const { day, said, left } = await correctedDay(till, seen, parts, around, movements)
    found.push(...left.map((each) => ({ said: each, subject: till })))
    if (seen?.mustHandIn && said.length === 0) continue
    const { mustHandIn = false, changes, numbersVersion = 0 } = day
    const waits = `till ${till.series} sells again once it has handed in what it sold`
    const refunds = await updateRefundNumbersOfTill(
      till.id,
      await namedRefund(around, till.series),
    )
    found.push({
      said: [...said, ...(mustHandIn ? [] : [waits])].join('; '),
      subject: till,
      writes: [
        putDay(
          seen,
          {
            ...day,
            mustHandIn: true,
            changes: changes + 1,
            numbersVersion: numbersVersion + 1,
          } as TillDay,
          versionConflict,
        ),
        !mustHandIn && refunds,
      ],
    })
  }
  return found
}

/** When the open part of a till began, in Unix ms. */
const begunMsOf = ({ createdAtMs }: TillRecord, day: TillDay | undefined) =>
  typeof day?.frozenAt === 'string' ? Date.parse(day.frozenAt) : createdAtMs

/** Parts that were frozen since the comparison begins, also for a Z that is not made. */
async function frozenSince({ zReports, fromMs }: Around): Promise<PartRecord[]> {
  const last = zReports.at(-1)?.number ?? 0
  const since = zReports
    .filter(({ closedAt }) => Date.parse(closedAt) >= fromMs)
    .map(({ number }) => number)
  const parts = await Promise.all([...since, last + 1].map(partsOfZ))
  return parts.flat()
}

/** Cash movements of the open shift. */
async function cashMovements(): Promise<readonly CashMovement[]> {
  const open = await read<OpenShift>(openShiftKey)
  return open && (await findShift(open.shiftId)) ? cashMovementsOf(open.shiftId) : []
}

async function correctedDay(
  till: TillRecord,
  seen: TillDay | undefined,
  parts: readonly PartRecord[],
  around: Around,
  movements: readonly CashMovement[],
) {
  const said: string[] = []
  const left: string[] = []
  const { pk, sk } = tillDayKey(till.id)
  let day: TillDay = seen ?? { pk, sk, changes: 0, numbersVersion: 0 }
  if (!seen) said.push(`till ${till.series} had no sums: made again`)
  const last = parts.toSorted((one, other) => one.number - other.number).at(-1)
  if (last && openPart(day) <= last.number) {
    const { number, to, perpetualSalesCents, perpetualRefundsCents } = last
    const perpetual = { perpetualSalesCents, perpetualRefundsCents }
    day = { ...emptiedPart(day), parts: number, frozenAt: to, ...perpetual }
    said.push(`part ${number} of till ${till.series} was closed and still had its sums`)
  } else if (isLost(day, last, around)) {
    left.push(
      `part ${day.parts} of till ${till.series} is missing: its sums stand on the paper of its Z`,
    )
  }
  const { records, orders } = await recentNumbers(till, around)
  const open = openPart(day)
  const sold = soldOrders({ orders }).filter(({ sale }) => sale.tillId === till.id)
  const numbered = withNumbers(day, till, sold, records, around.momentMs)
  if (numbered !== day)
    said.push(`numbers of till ${till.series} were not those of its sales`)
  const ofPart = sold.filter(({ sale }) => sale.partNumber === open)
  const counted = countedPart(numbered, till, ofPart, [...orders.values()], movements)
  if (!isSameSums(numbered, counted)) {
    said.push(`till ${till.series} did not count its sales and refunds: counted again`)
    day = counted
  } else day = numbered
  return { day, said, left }
}

/** True if a till has closed a part in these days that is not there. */
const isLost = (day: TillDay, last: PartRecord | undefined, { fromMs }: Around) =>
  typeof day.frozenAt === 'string' &&
  Date.parse(day.frozenAt) >= fromMs &&
  (last?.number ?? 0) < (day.parts ?? 0)

/** A till's day with the numbers that its sales have, and the others missing; itself if it has them. */
function withNumbers(
  day: TillDay,
  { series }: TillRecord,
  sold: readonly SoldOrder[],
  records: readonly NumberRecord[],
  sinceMs: number,
): TillDay {
  const from = recentFrom(day)
  const taken = new Set([
    ...sold.flatMap(({ sale }) => (sale.series === series ? sale.number : [])),
    ...records.map(({ sk }) => Number(sk)),
  ])
  const lastNumber = Math.max(day.lastNumber ?? 0, ...taken)
  const before = day.missing ?? []
  const sinceOf = (number: number) =>
    before.find((range) => range.from <= number && number <= range.to)?.sinceMs ?? sinceMs
  const missing: MissingRange[] = before
    .filter((range) => range.from < from)
    .map((range) => ({ ...range, to: Math.min(range.to, from - 1) }))
  for (let number = from; number <= lastNumber; number += 1) {
    if (taken.has(number)) continue
    const range = missing.at(-1)
    if (range?.to === number - 1) missing.splice(-1, 1, { ...range, to: number })
    else missing.push({ from: number, to: number, sinceMs: sinceOf(number) })
  }
  const isSame =
    lastNumber === (day.lastNumber ?? 0) && namesOf(missing) === namesOf(before)
  return isSame ? day : { ...day, lastNumber, missing }
}

const namesOf = (ranges: readonly MissingRange[]) =>
  ranges.map(({ from, to }) => `${from}-${to}`).join()

/** A till's day whose sums are those of the sales, refunds and cash movements of its open part. */
function countedPart(
  day: TillDay,
  till: TillRecord,
  sold: readonly SoldOrder[],
  orders: readonly Order[],
  movements: readonly CashMovement[],
): TillDay {
  const part = openPart(day)
  let counted: DayRecord = Object.fromEntries(
    Object.entries(day).filter(([name]) => !isDerived(name)),
  ) as DayRecord
  const { firstNumber: _, lastOfPart: _last, ...others } = counted as TillDay
  const { firstRefundNumber: _first, lastRefundNumber: _lastRefund, ...rest } = others
  counted = rest as DayRecord
  const currency = day.currency ?? sold[0]?.sale.baseCurrency
  for (const order of sold) {
    const isApart = (order.sale.currency ?? currency) !== currency
    const change = isApart ? {} : changeOfSale(order.sale, addedTax(order))
    counted = addedTo(counted, { ...change, tickets: 1 })
  }
  const refunds = orders.flatMap((order) =>
    (order.sale?.refunds ?? [])
      .filter((refund) => refund.tillId === till.id && refund.partNumber === part)
      .map((refund) => ({ order, refund })),
  )
  for (const { order, refund } of refunds) {
    const lines = refundableOf(order)?.lines ?? []
    counted = addedTo(counted, changeOfRefund(refund, taxesOfRefund(refund, lines)))
  }
  const numbers = sold.flatMap(({ sale }) =>
    sale.series === till.series ? sale.number : [],
  )
  const refundNumbers = refunds.flatMap(({ refund }) => refund.refundNumber ?? [])
  const cents = (all: readonly CashMovement[]) =>
    all.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const own = movements.filter(
    ({ tillId, partNumber }) => tillId === till.id && partNumber === part,
  )
  const got = movements.filter(
    ({ toTillId, toPartNumber }) => toTillId === till.id && toPartNumber === part,
  )
  const cashIn = cents([...own.filter(({ type }) => type === 'in'), ...got])
  const cashOut = cents(own.filter(({ type }) => type === 'out'))
  return {
    ...counted,
    ...(currency !== undefined && { currency }),
    // A shift that was deleted keeps its movements in the sums
    cashInCents: Math.max(Number(day.cashInCents ?? 0), cashIn),
    cashOutCents: Math.max(Number(day.cashOutCents ?? 0), cashOut),
    ...(numbers.length > 0 && {
      firstNumber: Math.min(...numbers),
      lastOfPart: Math.max(...numbers),
    }),
    ...(refundNumbers.length > 0 && {
      firstRefundNumber: Math.min(...refundNumbers),
      lastRefundNumber: Math.max(...refundNumbers),
    }),
    changes: day.changes,
  }
}

/** The sums that follow from sales and refunds. */
const isDerived = (name: string): boolean =>
  /^(paid|tipped|refunded|net|taxed|refnet|reftax)_/.test(name) || derived.has(name)

const derived: ReadonlySet<string> = new Set([
  'tickets',
  'tipCents',
  'discountCents',
  'addedTaxCents',
  'adjustmentCents',
  'roundingCents',
  'refundRoundingCents',
  'untaxedCents',
  'untaxedRefundCents',
  'paidOutSat',
])

const compared = (name: string) =>
  isDerived(name) ||
  [
    'cashInCents',
    'cashOutCents',
    'firstNumber',
    'lastOfPart',
    'firstRefundNumber',
    'lastRefundNumber',
  ].includes(name)

const isSameSums = (one: TillDay, other: TillDay): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter(compared)
    .every((name) => Number(one[name] ?? 0) === Number(other[name] ?? 0))

/** Sales to look at that are not listed, and listed ones whose sale is missing. */
export async function flaggedDifferences({ orders }: Around): Promise<Difference[]> {
  const listed = await allFlagged()
  const ids = new Set(listed.map(({ orderId }) => orderId))
  const found = await readMany<Order[]>(listed.map(({ orderId }) => orderKey(orderId)))
  const isOpen = ({ sale }: Order) => sale?.flags && !sale.flagsReviewed
  return [
    ...listed
      .filter((_, at) => !found[at] || !isOpen(found[at]))
      .map((record) => ({
        said: 'a sale to look at is missing, or was seen: taken off the list',
        subject: { id: record.orderId },
        writes: [deleteItem(record, {}, versionConflict)],
      })),
    ...[...orders.values()]
      .filter((order) => isOpen(order) && !ids.has(order.id))
      .map((order) => ({
        said: `${receiptName(order.sale ?? {})} was not listed among the sales to look at`,
        subject: { id: order.id },
        writes: [
          insertFlagged({
            orderId: order.id,
            userId: takenByOf(order).userId,
            flags: order.sale?.flags ?? [],
          }),
        ],
      })),
  ]
}
