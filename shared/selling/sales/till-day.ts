import { Failure } from '../../failure.ts'
import { maxHandedInAhead, type NumberRange } from '../../people/tills/till.ts'
import {
  type MissingRange,
  type TillNumbers,
  type TillRecord,
  tillDayKey,
} from '../../people/tills/till-records.ts'
import type { Item, Key } from '../../platform/dynamodb/keys.ts'
import { Page } from '../../platform/dynamodb/page.ts'
import { readAll } from '../../platform/dynamodb/read.ts'
import {
  insert,
  type OnConditionFailed,
  put,
  upsert,
  type Write,
} from '../../platform/dynamodb/write.ts'
import {
  additions,
  type DayChange,
  type DayRecord,
  dayRecordKey,
  isCountedIn,
  isSamePart,
  nextNumber,
  type UnsoldChange,
  upsertDayIn,
} from './day-record.ts'
import type { HandedIn } from './handed-in.ts'
import { DayChanged } from './ticket-numbers.ts'

/**
 * Record that a till's sales lock instead of the shop's day record: its numbers, and the
 * running sums of its open part of the day.
 */
export type TillDay = DayRecord &
  TillNumbers & {
    /** The parts that were frozen; the open one has the next number. */
    readonly parts?: number
    /** The highest number that was sold in the open part. */
    readonly lastOfPart?: number
    /** Users who sold there in the open part, by id. */
    readonly sellers?: ReadonlySet<string>
    /** Numbers that were confirmed as unused in the open part. */
    readonly unused?: readonly UnusedNumber[]
    /** Sums that were handed in; kept while the shop limits those of sales without the cloud. */
    readonly handedIn?: readonly HandedIn[]
    /** User who sold there last, by id. */
    readonly lastSellerId?: string
  }

/** A number that no sale has: why, who said so, and who confirmed it. */
export type UnusedNumber = {
  readonly number: number
  readonly reason: string
  /** null where nobody asked for it. */
  readonly askedByName: string | null
  readonly confirmedByName: string
}

/** The till at which something is sold, and the number that it gave the sale, if it did. */
export type SellingTill = Pick<TillRecord, 'id' | 'name' | 'series'> & {
  readonly number: number | undefined
  /** It was sold before, without the cloud: nothing holds it up. */
  readonly isHandIn?: true | undefined
}

/** Keys of the further records that a sale at a till reads. */
export const tillKeys = (till: SellingTill | undefined): Key[] =>
  till ? [tillDayKey(till.id)] : []

/** The number of the part that is open at a till. */
export const openPart = ({ parts = 0 }: Pick<TillDay, 'parts'>): number => parts + 1

/** The till has sold something else meanwhile, or its part was frozen. */
export class TillDayChanged extends DayChanged {}

/** Another sale has the number. */
export class NumberTaken extends DayChanged {
  constructor() {
    super(undefined)
  }
}

/** Largest step from the last number to a sale's. */
const maxAhead = 1_000
const maxRanges = 50

/** Changes of a till's numbers when a free number is taken. */
export type Claim = Pick<TillNumbers, 'lastNumber' | 'missing'>

/**
 * Takes a number of a till's series; undefined for a number that is not missing: a sale
 * has it, or it was confirmed as unused; also for one that no till comes to in the 30 days of a
 * hand-in. Throws `handInFirst` for one that is too far
 * above the last, or would leave too many gaps; a sale that is handed in joins the nearest gaps instead.
 */
export function claimOf(
  { lastNumber = 0, missing = [] }: Pick<TillNumbers, 'lastNumber' | 'missing'>,
  { number, isHandIn }: Pick<SellingTill, 'isHandIn'> & { number: number },
): Claim | undefined {
  if (number > lastNumber + maxHandedInAhead && isHandIn) return undefined
  if (number > lastNumber + maxAhead && !isHandIn) throw new Failure('handInFirst')
  const left =
    number > lastNumber
      ? [...missing, { from: lastNumber + 1, to: number - 1, sinceMs: Date.now() }]
      : missing.flatMap((range) => withoutNumber(range, number))
  let ranges = left.filter(({ from, to }) => from <= to)
  if (ranges.length > maxRanges && !isHandIn) throw new Failure('handInFirst')
  while (ranges.length > maxRanges) ranges = withNearestJoined(ranges)
  const isFree = number > lastNumber || missing.some((range) => isIn(range, number))
  return isFree
    ? { lastNumber: Math.max(lastNumber, number), missing: ranges }
    : undefined
}

/** The ranges with those two as one between which the fewest numbers were sold. */
function withNearestJoined(ranges: readonly MissingRange[]): MissingRange[] {
  const between = (at: number) => (ranges[at + 1]?.from ?? 0) - (ranges[at]?.to ?? 0)
  const [first = 0] = [...ranges.keys()]
    .slice(0, -1)
    .sort((one, other) => between(one) - between(other))
  return ranges.flatMap((range, at) => {
    if (at === first + 1) return []
    return at === first ? [{ ...range, to: ranges[at + 1]?.to ?? range.to }] : [range]
  })
}

const isIn = ({ from, to }: NumberRange, number: number) => from <= number && number <= to

/** Splits a range where it has the number. */
export const withoutNumber = (range: MissingRange, number: number): MissingRange[] =>
  isIn(range, number)
    ? [
        { ...range, to: number - 1 },
        { ...range, from: number + 1 },
      ].filter(({ from, to }) => from <= to)
    : [range]

/** A number and the sale that has it, in a record of its own: none comes twice. */
export type NumberRecord = Item & {
  readonly orderId?: string
  /** It was confirmed that no sale has it. */
  readonly isUnused?: true
}

/** The record of a number; the shop's own series is blank. */
export const numberKey = (series: string, number: number): Key => ({
  pk: `NUMBER#${series}`,
  sk: String(number).padStart(10, '0'),
})

/** The record of the next lower number of a series that a sale has; undefined for none. */
export async function numberBefore(
  series: string,
  number: number,
): Promise<NumberRecord | undefined> {
  const { pk, sk } = numberKey(series, number - 1)
  const [before] = await readAll<NumberRecord>(
    {
      pk,
      between: ['0', sk],
      newestFirst: true,
      where: ({ orderId }: NumberRecord) => orderId !== undefined,
    },
    new Page(1, undefined),
  )
  return before
}

/** Takes a number of a till for a sale. Fails with `NumberTaken` where another sale has it. */
export const insertNumber = (series: string, number: number, orderId: string): Write =>
  insert({ ...numberKey(series, number), orderId }, () => new NumberTaken())

/** Says which sale has a number of the shop's own, or one that was confirmed as unused. */
export const putNumber = (series: string, number: number, orderId: string): Write =>
  put({ ...numberKey(series, number), orderId })

/**
 * Adds a sale to the sums of its till, with the number that it takes there if it takes one. Fails
 * with `tillRevoked`, or with TillDayChanged, which has the record, where the till's numbers, its
 * part or its currency are others by now.
 */
export function upsertTillSale(
  seen: TillDay,
  sold: {
    readonly currency: string
    readonly change: DayChange
    readonly userId: string
    readonly handedIn?: readonly HandedIn[] | undefined
  },
  {
    taken,
    isHandIn,
  }: {
    readonly taken?: Claim & { readonly number: number }
    readonly isHandIn?: true | undefined
  } = {},
): Write {
  const { set, add } = additions({ ...sold.change, tickets: 1 })
  const { number = 0, ...claim } = taken ?? {}
  const { firstNumber = number, lastOfPart = number, numbersVersion = 0 } = seen
  const unused = seen.unused?.filter((each) => each.number !== number)
  return upsert(
    tillDayKeyOf(seen),
    {
      set: {
        ...set,
        ...(taken && {
          ...claim,
          firstNumber: Math.min(firstNumber, number),
          lastOfPart: Math.max(lastOfPart, number),
          ...(unused && { unused }),
        }),
        lastTicketMs: Date.now(),
        lastSellerId: sold.userId,
        handedIn: sold.handedIn,
        currency: sold.currency,
      },
      add: { ...add, numbersVersion: 1, sellers: new Set([sold.userId]) },
      when: [
        '#numbersVersion = :seen',
        isSamePart(seen),
        ...(isHandIn ? [] : ['attribute_not_exists(#isStopped)']),
        isCountedIn('currency'),
      ].join(' AND '),
      values: { seen: numbersVersion, parts: seen.parts },
    },
    (current) =>
      !isHandIn && (current as TillDay | undefined)?.isStopped
        ? new Failure('tillRevoked')
        : new TillDayChanged(current),
  )
}

const tillDayKeyOf = ({ pk, sk }: TillDay): Key => ({ pk, sk })

/**
 * Adds to the shop's own day the part of a till's sale that counts there: payments that
 * no till has sold, and with the first of a part its currency, so that the shop's cannot
 * change at the same time. Fails if the shop counts in another one, with
 * `currencyDiffers` unless another error is given.
 */
export const upsertOwnBeside = (
  seen: TillDay,
  currency: string,
  unsold: UnsoldChange = {},
  onConditionFailed?: OnConditionFailed,
): Write | false =>
  (seen.currency === undefined || Object.values(unsold).some(Boolean)) &&
  upsertDayIn(currency, unsold, onConditionFailed)

/**
 * Takes the shop's own next number for a sale whose other sums are a till's. Fails with DayChanged,
 * which has the record, where the number is taken or the shop counts in another currency.
 */
export const upsertOwnNumber = (
  seen: DayRecord | undefined,
  currency: string,
  unsold: UnsoldChange,
): Write => {
  const last = seen?.lastNumber
  const isNext =
    last === undefined ? 'attribute_not_exists(#lastNumber)' : '#lastNumber = :seen'
  return upsert(
    dayRecordKey,
    {
      set: { lastNumber: nextNumber(seen), currency },
      compute: ['#firstNumber = if_not_exists(#firstNumber, :lastNumber)'],
      add: additions(unsold).add,
      when: `${isNext} AND ${isCountedIn('currency')}`,
      values: { seen: last },
    },
    (current) => new DayChanged(current),
  )
}
