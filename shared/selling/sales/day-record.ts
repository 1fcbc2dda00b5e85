import { Failure } from '../../failure.ts'
import { hashed, type Item, type Key } from '../../platform/dynamodb/keys.ts'
import { versionConflict } from '../../platform/dynamodb/optimistic-lock.ts'
import {
  insert,
  type OnConditionFailed,
  replace,
  type Update,
  upsert,
  type Write,
} from '../../platform/dynamodb/write.ts'
import { sharesOf } from '../../platform/money/shares.ts'
import {
  type Counted,
  type CountedChange,
  type CountedName,
  countedNames,
  countedRow,
} from './counted-rows.ts'
import type {
  SaleRefund,
  SaleSnapshot,
  SaleTax,
  SaleTender,
  SoldTax,
} from './sale-snapshot.ts'
import { givenBackCents, type SaleSums, smallestCentsIn, taxKey } from './sale-sums.ts'

/**
 * The day record: the number of the last ticket, and sums of everything since the last Z.
 * It is one record, so that the close of the day can freeze and empty it under one
 * condition, `changes` as it was read: then no sale falls between. Each sum is an attribute
 * of its own that is only ever added to, so a refund or a cash movement never gets in the
 * way of a sale; only tickets depend on each other, by `lastNumber`.
 *
 * A sum above 2^53 is read as a bigint.
 */
export type DayRecord = Item & {
  /** Numbers go on after a Z. */
  readonly lastNumber?: number
  /** The number of the first ticket since the last Z. */
  readonly firstNumber?: number
  /** The numbers of the first and the last refund since the last Z. */
  readonly firstRefundNumber?: number
  readonly lastRefundNumber?: number
  /** Time of the last ticket since the last Z. */
  readonly lastTicketMs?: number
  /** Counts what was added, also before the last Z: no value comes twice. */
  readonly changes: number
  /** The number of the last Z; absent before the first. */
  readonly lastZNumber?: number
  /** Satoshis that `UnsoldChange` holds at this moment, also from before the last Z. */
  readonly unsoldHeldSat?: number
  /**
   * The acronym of the currency of all these sums, and of the next. Absent until the first sum
   * that a release after 0.3.1 adds.
   */
  readonly currency?: string
  /** Numbers that no receipt gets: they may stand on paper from before a restore of the table. */
  readonly numbersLeftOut?: NumbersLeftOut
  readonly refundNumbersLeftOut?: NumbersLeftOut
  /**
   * True if an open shift was deleted since the last Z, so that nobody has counted its
   * cash.
   */
  readonly isUncounted?: boolean
}

/** From one number to another, both included. */
export type NumbersLeftOut = { readonly from: number; readonly to: number }

export const dayRecordKey: Key = { pk: 'DAY', sk: 'DAY' }

/** Adds to the day without a currency, such as satoshis. */
export const upsertDay = (change: DayChange): Write =>
  upsert(dayRecordKey, additions(change))

/**
 * Adds to the day without a ticket; the acronym is that of its cents. Fails where the day counts
 * in another one, with `currencyDiffers` unless another error is given.
 */
export const upsertDayIn = (
  currency: string,
  change: DayChange,
  onConditionFailed: OnConditionFailed = () => new Failure('currencyDiffers'),
): Write => {
  const { set, add } = additions(change)
  const counted = { add, set: { ...set, currency }, when: isCountedIn('currency') }
  return upsert(dayRecordKey, counted, onConditionFailed)
}

/**
 * Adds a change to the open part of a till, unless that was frozen since it was read:
 * VersionConflict.
 */
export const upsertPartIn = (
  seen: DayRecord & PartOfDay,
  currency: string,
  change: DayChange,
): Write => {
  const { set, add } = additions(change)
  const { pk, sk, parts } = seen
  return upsert(
    { pk, sk },
    {
      add,
      set: { ...set, currency },
      when: `${isSamePart(seen)} AND ${isCountedIn('currency')}`,
      values: { parts },
    },
    (current) =>
      isOtherCurrency(current as DayRecord | undefined, currency)
        ? new Failure('currencyDiffers')
        : versionConflict(),
  )
}

/** Number of parts of its day that a till has closed; absent in the shop's own day. */
type PartOfDay = { readonly parts?: number }

/** The condition that no part of a till was frozen since it was read. */
export const isSamePart = ({ parts }: PartOfDay) =>
  parts === undefined ? 'attribute_not_exists(#parts)' : '#parts = :parts'

/**
 * Adds a refund and takes its number in the same transaction; in the open part of a till
 * if one is given.
 */
export const upsertRefundIn = (
  currency: string,
  change: DayChange,
  refundNumber: number,
  till?: DayRecord & PartOfDay,
): Write => {
  const { set, add } = additions(change)
  return upsert(
    till ? { pk: till.pk, sk: till.sk } : dayRecordKey,
    {
      set: { ...set, currency, lastRefundNumber: refundNumber },
      compute: [
        '#firstRefundNumber = if_not_exists(#firstRefundNumber, :lastRefundNumber)',
      ],
      add,
      when: [isCountedIn('currency'), ...(till ? [isSamePart(till)] : [])].join(' AND '),
      values: { parts: till?.parts },
    },
    (current) =>
      !till || isOtherCurrency(current as DayRecord | undefined, currency)
        ? new Failure('currencyDiffers')
        : versionConflict(),
  )
}

/** The condition that the day counts in the currency of this placeholder, or in none yet. */
export const isCountedIn = (placeholder: string) =>
  `(attribute_not_exists(#currency) OR #currency = :${placeholder})`

/** True if a day counts in another currency than this one. */
export const isOtherCurrency = (
  day: DayRecord | undefined,
  currency: string | undefined,
): boolean => day?.currency !== undefined && day.currency !== currency

/** Lets the day count in another currency from now on, if nothing was added since it was read. */
export const upsertDayCurrency = (
  seen: DayRecord | undefined,
  currency: string,
  onConditionFailed: OnConditionFailed,
): Write => {
  const changes = seen?.changes
  const when =
    changes === undefined ? 'attribute_not_exists(#changes)' : '#changes = :seen'
  const values = { seen: changes }
  return upsert(
    dayRecordKey,
    { set: { currency }, add: { changes: 1 }, when, values },
    onConditionFailed,
  )
}

/** True if a day has no sums: nothing was counted since the last Z. */
export const hasNoSums = (day: DayRecord | undefined): boolean =>
  Object.entries(day ?? {}).every(
    ([name, value]) =>
      notSums.has(name) || name.startsWith('tax_') || Number(value) === 0,
  )

const notSums: ReadonlySet<string> = new Set([
  'pk',
  'sk',
  'changes',
  'currency',
  'firstRefundNumber',
  'frozenAt',
  'handedIn',
  'isStopped',
  'isUncounted',
  'lastNumber',
  'lastOfPart',
  'lastRefundNumber',
  'lastSellerId',
  'lastTicketMs',
  'lastZNumber',
  'missing',
  'mustHandIn',
  'numbersLeftOut',
  'numbersVersion',
  'parts',
  'perpetualRefundsCents',
  'perpetualSalesCents',
  'sellers',
  'refundNumbersLeftOut',
  'unsoldHeldSat',
  'unused',
])

/**
 * Adds to the day, or the open part of a till, before the next Z and in the currency in which the day was read; else
 * `onConditionFailed`.
 */
export const upsertSameDay = (
  seen: SeenDay | undefined,
  change: DayChange,
  onConditionFailed: OnConditionFailed,
): Write => {
  const lastZ = seen?.lastZNumber ?? undefined
  const currency = seen?.currency
  const till = seen?.sk !== undefined && seen.sk !== dayRecordKey.sk ? seen : undefined
  const when = [
    till ? isSamePart(till) : isAfterZ(lastZ),
    ...(currency === undefined ? [] : [isCountedIn('counted')]),
  ].join(' AND ')
  const values = { lastZ, counted: currency, parts: till?.parts }
  const { pk = dayRecordKey.pk, sk = dayRecordKey.sk } = till ?? {}
  return upsert({ pk, sk }, { ...additions(change), when, values }, onConditionFailed)
}

/** Day as it was read: the shop's own or, with its key, that of a till. */
type SeenDay = Partial<Key> &
  PartOfDay & { readonly lastZNumber?: number | null; readonly currency?: string }

/** The condition that the last Z is that of the placeholder `:lastZ`, or that there is none. */
const isAfterZ = (lastZ: number | undefined) =>
  lastZ === undefined ? 'attribute_not_exists(#lastZNumber)' : '#lastZNumber = :lastZ'

/** Notes that an open shift is deleted. The next Z forgets it. */
export const upsertUncountedDay = (): Write =>
  upsert(dayRecordKey, { set: { isUncounted: true }, add: { changes: 1 } })

/**
 * Adds to the day with a ticket of the next number; the acronym is that of its cents.
 * `onConditionFailed` is given the record when another ticket has taken that number, a Z was made,
 * or the day counts in another currency.
 */
export function upsertDayWithTicket(
  seen: DayRecord | undefined,
  currency: string,
  change: DayChange,
  onConditionFailed: (current: DayRecord | undefined) => Error,
): Write {
  const { set, add } = additions({ ...change, tickets: 1 })
  const last = seen?.lastNumber
  const lastZ = seen?.lastZNumber
  return upsert(
    dayRecordKey,
    {
      set: {
        ...set,
        lastNumber: nextNumber(seen),
        lastTicketMs: Date.now(),
        currency,
      },
      compute: ['#firstNumber = if_not_exists(#firstNumber, :lastNumber)'],
      add,
      when: [
        last === undefined ? 'attribute_not_exists(#lastNumber)' : '#lastNumber = :seen',
        isAfterZ(lastZ),
        isCountedIn('currency'),
      ].join(' AND '),
      values: { seen: last, lastZ },
    },
    (current) => onConditionFailed(current as DayRecord | undefined),
  )
}

/** Several days as one: their sums together, the rest as the first has it. */
export function addedDays(first: DayRecord | undefined, others: readonly DayRecord[]) {
  const all: Record<string, unknown> = { ...dayRecordKey, changes: 0, ...first }
  for (const day of others) {
    for (const [name, value] of Object.entries(day)) {
      if (name.startsWith('tax_')) all[name] = value
      else if (!notSums.has(name)) all[name] = added(all[name], value)
    }
  }
  return all as DayRecord
}

const added = (one: unknown = 0, other: unknown): Sum =>
  typeof one === 'number' && typeof other === 'number'
    ? one + other
    : BigInt(one as Sum) + BigInt(other as Sum)

/** A day with a change added to its sums; with a ticket, the number is the caller's. */
export function addedTo(day: DayRecord, change: DayChange): DayRecord {
  const { set, add } = additions(change)
  const sums: Record<string, Sum> = {}
  for (const [name, cents] of Object.entries(add)) {
    const sum = (day[name] ?? 0) as Sum
    sums[name] = typeof sum === 'bigint' ? sum + BigInt(cents) : sum + cents
  }
  return { ...day, ...set, ...sums }
}

/** Stores a day instead of the one that was read. Fails when anything was added since. */
export const putDay = (
  seen: DayRecord | undefined,
  day: DayRecord,
  onConditionFailed: OnConditionFailed,
): Write =>
  seen
    ? replace(
        day,
        { when: '#changes = :seen', values: { seen: seen.changes } },
        onConditionFailed,
      )
    : insert(day, onConditionFailed)

/**
 * Empties the day for the next Z. Fails when anything was added since the record was read:
 * `onConditionFailed` is given the record as it is then.
 */
export const putEmptyDay = (
  seen: DayRecord | undefined,
  onConditionFailed: OnConditionFailed,
): Write => putDay(seen, emptiedDay(seen), onConditionFailed)

/** A day without sums, after its Z. */
export function emptiedDay(seen: DayRecord | undefined): DayRecord {
  const { changes = 0, currency, lastNumber, unsoldHeldSat = 0 } = seen ?? {}
  return {
    ...dayRecordKey,
    ...(lastNumber !== undefined && { lastNumber }),
    ...(currency !== undefined && { currency }),
    ...(unsoldHeldSat !== 0 && { unsoldHeldSat }),
    lastZNumber: nextZNumber(seen),
    changes: changes + 1,
  }
}

export const nextZNumber = (day: DayRecord | undefined) => (day?.lastZNumber ?? 0) + 1

/** The number of the next ticket. */
export const nextNumber = (day: DayRecord | undefined) => (day?.lastNumber ?? 0) + 1

export function additions(change: DayChange) {
  const { tenders, tips, refunds = [], taxes = [], refundedTaxes = [], ...rest } = change
  const { untaxedCents = 0, untaxedRefundCents = 0, ...others } = rest
  const soldTaxes = taxes.map(taxOfDay)
  const givenBack = refundedTaxes.map(taxOfDay)
  const sums: [name: string, cents: number][] = [
    ...Object.entries(others).filter((each) => isSum(each)),
    ['untaxedCents', untaxedCents - untaxedRefundCents],
    ['untaxedRefundCents', untaxedRefundCents],
    ...countedNames.flatMap((name): [name: string, sum: number][] => {
      const { count = 0, cents = 0 } = others[name] ?? {}
      const { stored } = countedRow(name)
      return [
        [`${stored}Count`, count],
        [`${stored}Cents`, cents],
      ]
    }),
    ...refunds.map(({ satoshiAmount = 0 }): [string, number] => [
      'paidOutSat',
      satoshiAmount,
    ]),
    ...byMethod('paid', tenders),
    ...byMethod('tipped', tips),
    ...byMethod('refunded', refunds),
    ...soldTaxes.flatMap((tax) => netAndTax('net', 'taxed', tax)),
    // Both count what is left after refunds, for functions of the release before
    ...givenBack.flatMap((tax) => netAndTax('net', 'taxed', tax, -1)),
    ...givenBack.flatMap((tax) => netAndTax('refnet', 'reftax', tax)),
  ]
  const add: Record<string, number> = { changes: 1 }
  for (const [name, cents] of sums) {
    if (cents !== 0) add[name] = (add[name] ?? 0) + cents
  }
  const set = Object.fromEntries(
    [...soldTaxes, ...givenBack].map(({ name, rateThousandths }) => {
      const tax: SoldTax = { name, rateThousandths }
      return [nameOf('tax', tax), tax]
    }),
  )
  return { set, add } satisfies Update
}

/** Taxes that the shop never had share a row: no till makes the record grow. */
const taxOfDay = (tax: SaleTax): SaleTax =>
  tax.isUnknown ? { ...tax, name: 'Other taxes', rateThousandths: 0 } : tax

/** True for a sum, false for a row that counts something. */
const isSum = (entry: [name: string, value: unknown]): entry is [string, number] =>
  typeof entry[1] === 'number'

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

type OfMethod = Pick<SaleTender, 'methodId' | 'amountCents'>

/** Additions of an operation to the day, in cents; an absent one adds 0. */
export type DayChange = {
  readonly tickets?: number
  /** Sales that came after the Z of their day. */
  readonly lateSales?: number
  readonly tenders?: readonly OfMethod[]
  /** The parts of the tip by the method that they were paid with. */
  readonly tips?: readonly OfMethod[]
  readonly tipCents?: number
  readonly discountCents?: number
  readonly addedTaxCents?: number
  readonly adjustmentCents?: number
  /** Amount that cash paid beyond the amount due; below 0 when it paid less. */
  readonly roundingCents?: number
  readonly taxes?: readonly SaleTax[]
  /** Amount paid for lines without tax. */
  readonly untaxedCents?: number
  /** Refunds, each under the method that it went back by. */
  readonly refunds?: readonly (OfMethod & Partial<Pick<SaleRefund, 'satoshiAmount'>>)[]
  /** Amount owed less the amount that went back in cash. */
  readonly refundRoundingCents?: number
  readonly refundedTaxes?: readonly SaleTax[]
  /** Amount given back for lines without tax. */
  readonly untaxedRefundCents?: number
  readonly cashInCents?: number
  readonly cashOutCents?: number
  /** Satoshis paid over Lightning beyond the amount asked for, if above 105 % of it. */
  readonly overpaidSat?: number
  /** Fees that the node kept of received payments. */
  readonly nodeFeeSat?: number
} & CountedChange &
  UnsoldChange

/**
 * Outcomes of payments that no till has sold by itself, in satoshis that were sent. A
 * payment that a bill keeps, or whose refund has begun, is held until the bill is
 * settled, the refund paid, or either given up.
 */
export type UnsoldChange = {
  readonly unsoldSoldSat?: number
  readonly unsoldRefundedSat?: number
  readonly unsoldDismissedSat?: number
  readonly unsoldHeldSat?: number
}

/** Returns a sale's additions to the day, without its ticket. */
export const changeOfSale = (
  sale: SaleSnapshot,
  { addedTaxCents }: Pick<SaleSums, 'addedTaxCents'>,
): DayChange => {
  const { tenders, tipCents, goodsCents, taxes } = sale
  return {
    tenders,
    tips: tipsOf(sale),
    tipCents,
    discountCents: sale.discountCents,
    addedTaxCents,
    adjustmentCents: sale.adjustmentCents,
    roundingCents: sale.roundingCents ?? 0,
    taxes,
    untaxedCents: goodsCents - grossOf(taxes),
  }
}

/** Returns a refund's additions to the day, with these taxes. */
export const changeOfRefund = (
  refund: SaleRefund,
  refundedTaxes: readonly SaleTax[],
): DayChange => ({
  refunds: [{ ...refund, amountCents: givenBackCents(refund) }],
  refundRoundingCents: refund.roundingCents ?? 0,
  refundedTaxes,
  untaxedRefundCents: refund.amountCents - refund.tipCents - grossOf(refundedTaxes),
})

/**
 * A tip in proportion to the tenders, in their order; to the first where rounding left nothing
 * to pay.
 */
export const tipsOf = (sale: SaleSnapshot): OfMethod[] => {
  const { tenders, tipCents } = sale
  const weights = tenders.map(({ amountCents }) => amountCents)
  const shares = weights.some((cents) => cents > 0)
    ? sharesOf(tipCents, weights, smallestCentsIn(sale))
    : [tipCents]
  return tenders.map(({ methodId }, at) => ({ methodId, amountCents: shares[at] ?? 0 }))
}

const grossOf = (taxes: readonly SaleTax[]) =>
  taxes.reduce((sum, { netCents, taxCents }) => sum + netCents + taxCents, 0)

/** A sum of cents, exact also above 2^53. */
export type Sum = number | bigint

/** Sums of the day record since the last Z, in cents. */
export type DaySums = ReturnType<typeof daySums>

/** The rows that count something. */
const countedSums = (sum: (name: string) => Sum) =>
  Object.fromEntries(
    countedNames.map((name) => {
      const { stored } = countedRow(name)
      return [
        name,
        { count: Number(sum(`${stored}Count`)), cents: sum(`${stored}Cents`) },
      ]
    }),
  ) as Record<CountedName, Counted>

/** The sums of a day record; a shop that has not sold yet has none. */
export function daySums(day: DayRecord | undefined) {
  const {
    firstNumber,
    numbersLeftOut,
    refundNumbersLeftOut,
    ...sums
  }: Partial<DayRecord> = day ?? {}
  // The last that a receipt got
  const lastNumber =
    numbersLeftOut && sums.lastNumber === numbersLeftOut.to
      ? numbersLeftOut.from - 1
      : sums.lastNumber
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
    ...(numbersLeftOut && { numbersLeftOut }),
    ...(refundNumbersLeftOut && { refundNumbersLeftOut }),
    firstRefundNumber: sums.firstRefundNumber ?? null,
    lastRefundNumber: sums.lastRefundNumber ?? null,
    tickets: Number(sum('tickets')),
    tenders: methods('paid_'),
    tips: methods('tipped_'),
    refunds: methods('refunded_'),
    tipCents: sum('tipCents'),
    discountCents: sum('discountCents'),
    addedTaxCents: sum('addedTaxCents'),
    adjustmentCents: sum('adjustmentCents'),
    roundingCents: sum('roundingCents'),
    refundRoundingCents: sum('refundRoundingCents'),
    cashInCents: sum('cashInCents'),
    cashOutCents: sum('cashOutCents'),
    /** Amounts left after refunds, and amounts refunded. */
    taxes: of('tax_').map(({ rest, name }) => ({
      ...(sums[name] as SoldTax),
      netCents: sum(`net_${rest}`),
      taxCents: sum(`taxed_${rest}`),
      refundedNetCents: sum(`refnet_${rest}`),
      refundedTaxCents: sum(`reftax_${rest}`),
    })),
    /** Amounts sold without tax, left and refunded. */
    untaxed: {
      netCents: sum('untaxedCents'),
      refundedNetCents: sum('untaxedRefundCents'),
    },
    ...countedSums(sum),
    overpaidSat: sum('overpaidSat'),
    nodeFeeSat: sum('nodeFeeSat'),
    paidOutSat: sum('paidOutSat'),
    /** Payments that no till has sold by itself, without those that are still open. */
    unsold: {
      soldSat: sum('unsoldSoldSat'),
      refundedSat: sum('unsoldRefundedSat'),
      dismissedSat: sum('unsoldDismissedSat'),
      heldSat: sum('unsoldHeldSat'),
    },
  }
}
