import { hashed, type Item, type Key } from '../dynamodb/keys.ts'
import {
  insert,
  type OnConditionFailed,
  replace,
  type Update,
  upsert,
  type Write,
} from '../dynamodb/write.ts'
import type { SaleTax, SaleTender, SoldTax } from './sale-snapshot.ts'
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
  /** Counts what was added, also before the last Z: no value comes twice. */
  readonly changes: number
  /** The number of the last Z; absent before the first. */
  readonly lastZNumber?: number
}

export const dayRecordKey: Key = { pk: 'DAY', sk: 'DAY' }

/** What an operation adds to the day; what is left out is 0. In cents. */
export type DayChange = {
  readonly tickets?: number
  readonly tenders?: readonly Pick<SaleTender, 'methodId' | 'amountCents'>[]
  /** What went back, by the method of payment that it went back in. */
  readonly refunds?: readonly Pick<SaleTender, 'methodId' | 'amountCents'>[]
  readonly tipCents?: number
  readonly discountCents?: number
  /** A refund takes its taxes away: below 0. */
  readonly taxes?: readonly SaleTax[]
  readonly cashInCents?: number
  readonly cashOutCents?: number
}

/** Adds to the day without a ticket: for refunds and cash movements. */
export const upsertDay = (change: DayChange): Write =>
  upsert(dayRecordKey, additions(change))

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
      set: { ...set, lastNumber: nextNumber(seen) },
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
  const { taxes = [] } = change
  const sums: [name: string, cents: number][] = [
    ['tickets', change.tickets ?? 0],
    ['tipCents', change.tipCents ?? 0],
    ['discountCents', change.discountCents ?? 0],
    ['cashInCents', change.cashInCents ?? 0],
    ['cashOutCents', change.cashOutCents ?? 0],
    ...byMethod('paid', change.tenders),
    ...byMethod('refunded', change.refunds),
    ...taxes.flatMap((tax): [string, number][] => [
      [nameOf('net', tax), tax.netCents],
      [nameOf('taxed', tax), tax.taxCents],
    ]),
  ]
  const add: Record<string, number> = { changes: 1 }
  for (const [name, cents] of sums) {
    if (cents !== 0) add[name] = (add[name] ?? 0) + cents
  }
  const set = Object.fromEntries(
    taxes.map(({ name, rateThousandths }) => {
      const tax: SoldTax = { name, rateThousandths }
      return [nameOf('tax', tax), tax]
    }),
  )
  return { set, add } satisfies Update
}

/** Attributes in expressions have letters, digits and underscores only. */
const byMethod = (
  prefix: 'paid' | 'refunded',
  payments: DayChange['tenders'] = [],
): [name: string, cents: number][] =>
  payments.map(({ methodId, amountCents }) => [
    `${prefix}_${methodId.replaceAll('-', '_')}`,
    amountCents,
  ])

const nameOf = (prefix: 'tax' | 'net' | 'taxed', tax: SoldTax) =>
  `${prefix}_${hashed(taxKey(tax)).slice(0, 12).replaceAll('-', '_')}`

/** A sum of cents, exact also above 2^53. */
export type Sum = number | bigint

/** What the day record holds since the last Z. In cents. */
export type DaySums = {
  readonly firstNumber: number | null
  readonly lastNumber: number | null
  readonly tickets: number
  readonly tenders: readonly { readonly methodId: string; readonly cents: Sum }[]
  readonly refunds: readonly { readonly methodId: string; readonly cents: Sum }[]
  readonly tipCents: Sum
  readonly discountCents: Sum
  readonly cashInCents: Sum
  readonly cashOutCents: Sum
  readonly taxes: readonly (SoldTax & {
    readonly netCents: Sum
    readonly taxCents: Sum
  })[]
}

/** The sums of a day record; a shop that has not sold yet has none. */
export function daySums(day: DayRecord | undefined): DaySums {
  const { firstNumber, lastNumber, ...sums }: Partial<DayRecord> = day ?? {}
  const sum = (name: string) => (sums[name] ?? 0) as Sum
  const names = Object.keys(sums).sort()
  const of = (prefix: string) =>
    names
      .filter((name) => name.startsWith(prefix))
      .map((name) => ({ rest: name.slice(prefix.length), name }))
  const methods = (prefix: string) =>
    of(prefix).map(({ rest, name }) => ({
      methodId: rest.replaceAll('_', '-'),
      cents: sum(name),
    }))
  return {
    firstNumber: firstNumber ?? null,
    lastNumber: firstNumber === undefined ? null : (lastNumber ?? null),
    tickets: Number(sum('tickets')),
    tenders: methods('paid_'),
    refunds: methods('refunded_'),
    tipCents: sum('tipCents'),
    discountCents: sum('discountCents'),
    cashInCents: sum('cashInCents'),
    cashOutCents: sum('cashOutCents'),
    taxes: of('tax_').map(({ rest, name }) => ({
      ...(sums[name] as SoldTax),
      netCents: sum(`net_${rest}`),
      taxCents: sum(`taxed_${rest}`),
    })),
  }
}
