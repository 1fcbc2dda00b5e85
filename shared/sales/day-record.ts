import { hashed, type Item, type Key } from '../dynamodb/keys.ts'
import {
  insert,
  type OnConditionFailed,
  replace,
  type Update,
  upsert,
  type Write,
} from '../dynamodb/write.ts'
import type { DayChange } from './day-change.ts'
import type { SaleTax, SoldTax } from './sale-snapshot.ts'
import { taxKey } from './sale-sums.ts'

/**
 * The day record: the number of the last ticket, and sums of everything since the last Z.
 * It is one record, so that the close of the day can freeze and empty it under one
 * condition, `changes` as it was read: then no sale falls between. Each sum is an attribute
 * of its own that is only ever added to, so a refund or a cash movement never stands in the
 * way of a sale; only tickets depend on each other, by `lastNumber`.
 *
 * A sum above 2^53 is read as a bigint.
 */
export type DayRecord = Item & {
  /** Numbers go on after a Z. */
  readonly lastNumber?: number
  /** The number of the first ticket since the last Z. */
  readonly firstNumber?: number
  /** When the last ticket since the last Z was made. */
  readonly lastTicketMs?: number
  /** Counts what was added, also before the last Z: no value comes twice. */
  readonly changes: number
  /** The number of the last Z; absent before the first. */
  readonly lastZNumber?: number
}

export const dayRecordKey: Key = { pk: 'DAY', sk: 'DAY' }

/** Adds to the day without a ticket: for refunds and cash movements. */
export const upsertDay = (change: DayChange): Write =>
  upsert(dayRecordKey, additions(change))

/** The same before the next Z, as the day was read. `onConditionFailed` after a close. */
export const upsertSameDay = (
  seen: DayRecord | undefined,
  change: DayChange,
  onConditionFailed: OnConditionFailed,
): Write => {
  const when =
    seen?.lastZNumber === undefined
      ? 'attribute_not_exists(#lastZNumber)'
      : '#lastZNumber = :lastZ'
  const values = { lastZ: seen?.lastZNumber }
  return upsert(dayRecordKey, { ...additions(change), when, values }, onConditionFailed)
}

/**
 * Adds to the day with a ticket of the next number. `onConditionFailed` is given the record
 * when another ticket has taken that number.
 */
export function upsertDayWithTicket(
  seen: DayRecord | undefined,
  change: DayChange,
  onConditionFailed: (current: DayRecord | undefined) => Error,
): Write {
  const { set, add } = additions({ ...change, tickets: 1 })
  const last = seen?.lastNumber
  return upsert(
    dayRecordKey,
    {
      set: { ...set, lastNumber: nextNumber(seen), lastTicketMs: Date.now() },
      compute: ['#firstNumber = if_not_exists(#firstNumber, :lastNumber)'],
      add,
      when:
        last === undefined ? 'attribute_not_exists(#lastNumber)' : '#lastNumber = :seen',
      values: { seen: last },
    },
    (current) => onConditionFailed(current as DayRecord | undefined),
  )
}

/**
 * Empties the day for the next Z. Fails when anything was added since the record was read:
 * `onConditionFailed` is given the record as it is then.
 */
export function putEmptyDay(
  seen: DayRecord | undefined,
  onConditionFailed: OnConditionFailed,
): Write {
  const { changes = 0, lastNumber } = seen ?? {}
  const emptied: DayRecord = {
    ...dayRecordKey,
    ...(lastNumber !== undefined && { lastNumber }),
    lastZNumber: nextZNumber(seen),
    changes: changes + 1,
  }
  if (!seen) return insert(emptied, onConditionFailed)
  const unchanged = { when: '#changes = :seen', values: { seen: changes } }
  return replace(emptied, unchanged, onConditionFailed)
}

/** The number of the next Z. */
export const nextZNumber = (day: DayRecord | undefined) => (day?.lastZNumber ?? 0) + 1

/** The number of the next ticket. */
export const nextNumber = (day: DayRecord | undefined) => (day?.lastNumber ?? 0) + 1

function additions(change: DayChange) {
  const { taxes = [], refundedTaxes = [], refunds = [], untaxedRefundCents = 0 } = change
  const sums: [name: string, cents: number][] = [
    ['tickets', change.tickets ?? 0],
    ['tipCents', change.tipCents ?? 0],
    ['discountCents', change.discountCents ?? 0],
    ['addedTaxCents', change.addedTaxCents ?? 0],
    ['adjustmentCents', change.adjustmentCents ?? 0],
    ['untaxedCents', (change.untaxedCents ?? 0) - untaxedRefundCents],
    ['untaxedRefundCents', untaxedRefundCents],
    ['cashInCents', change.cashInCents ?? 0],
    ['cashOutCents', change.cashOutCents ?? 0],
    ['outsideCount', change.outside?.count ?? 0],
    ['outsideCents', change.outside?.cents ?? 0],
    [
      'paidOutSat',
      refunds.reduce((sum, { satoshiAmount = 0 }) => sum + satoshiAmount, 0),
    ],
    ...byMethod('paid', change.tenders),
    ...byMethod('tipped', change.tips),
    ...byMethod('refunded', refunds),
    ...taxes.flatMap((tax) => netAndTax('net', 'taxed', tax)),
    // What functions of the release before know: both have what is left after refunds
    ...refundedTaxes.flatMap((tax) => netAndTax('net', 'taxed', tax, -1)),
    ...refundedTaxes.flatMap((tax) => netAndTax('refnet', 'reftax', tax)),
  ]
  const add: Record<string, number> = { changes: 1 }
  for (const [name, cents] of sums) {
    if (cents !== 0) add[name] = (add[name] ?? 0) + cents
  }
  const set = Object.fromEntries(
    [...taxes, ...refundedTaxes].map(({ name, rateThousandths }) => {
      const tax: SoldTax = { name, rateThousandths }
      return [nameOf('tax', tax), tax]
    }),
  )
  return { set, add } satisfies Update
}

/** Attributes in expressions have letters, digits and underscores only. */
const byMethod = (
  prefix: 'paid' | 'tipped' | 'refunded',
  payments: DayChange['tenders'] = [],
): [name: string, cents: number][] =>
  payments.map(({ methodId, amountCents }) => [
    `${prefix}_${methodId.replaceAll('-', '_')}`,
    amountCents,
  ])

const netAndTax = (
  net: 'net' | 'refnet',
  taxed: 'taxed' | 'reftax',
  tax: SaleTax,
  sign: 1 | -1 = 1,
): [name: string, cents: number][] => [
  [nameOf(net, tax), sign * tax.netCents],
  [nameOf(taxed, tax), sign * tax.taxCents],
]

const nameOf = (prefix: string, tax: SoldTax) =>
  `${prefix}_${hashed(taxKey(tax)).slice(0, 12).replaceAll('-', '_')}`
