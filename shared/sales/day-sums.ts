import type { DayRecord } from './day-record.ts'
import type { SoldTax } from './sale-snapshot.ts'

/** A sum of cents, exact also above 2^53. */
export type Sum = number | bigint

type OfMethod = { readonly methodId: string; readonly cents: Sum }

/** What the day record holds since the last Z. In cents. */
export type DaySums = {
  readonly firstNumber: number | null
  readonly lastNumber: number | null
  readonly tickets: number
  readonly tenders: readonly OfMethod[]
  readonly tips: readonly OfMethod[]
  readonly refunds: readonly OfMethod[]
  readonly tipCents: Sum
  readonly discountCents: Sum
  readonly addedTaxCents: Sum
  readonly adjustmentCents: Sum
  readonly cashInCents: Sum
  readonly cashOutCents: Sum
  /** What is left after refunds, and what was refunded. */
  readonly taxes: readonly (SoldTax & {
    readonly netCents: Sum
    readonly taxCents: Sum
    readonly refundedNetCents: Sum
    readonly refundedTaxCents: Sum
  })[]
  /** The same of what was sold without tax. */
  readonly untaxed: { readonly netCents: Sum; readonly refundedNetCents: Sum }
  readonly outside: { readonly count: number; readonly cents: Sum }
  readonly paidOutSat: Sum
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
    tips: methods('tipped_'),
    refunds: methods('refunded_'),
    tipCents: sum('tipCents'),
    discountCents: sum('discountCents'),
    addedTaxCents: sum('addedTaxCents'),
    adjustmentCents: sum('adjustmentCents'),
    cashInCents: sum('cashInCents'),
    cashOutCents: sum('cashOutCents'),
    taxes: of('tax_').map(({ rest, name }) => ({
      ...(sums[name] as SoldTax),
      netCents: sum(`net_${rest}`),
      taxCents: sum(`taxed_${rest}`),
      refundedNetCents: sum(`refnet_${rest}`),
      refundedTaxCents: sum(`reftax_${rest}`),
    })),
    untaxed: {
      netCents: sum('untaxedCents'),
      refundedNetCents: sum('untaxedRefundCents'),
    },
    outside: { count: Number(sum('outsideCount')), cents: sum('outsideCents') },
    paidOutSat: sum('paidOutSat'),
  }
}
