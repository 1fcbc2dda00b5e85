import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cashId, paymentMethods } from '../../../shared/money/payment-methods.ts'
import type { DaySums } from '../../../shared/sales/day-record.ts'
import {
  breakdownOnWire,
  type DrawerAmounts,
  figuresOf,
} from '../../../shared/shifts/breakdown.ts'
import { scaled } from '../../support/scale.ts'

const cents = fc.oneof(fc.nat(100_000), fc.nat(2 ** 40))
/** Sums that no number holds exactly, too. */
const sum = fc.oneof(cents, fc.bigInt({ min: 2n ** 53n, max: 2n ** 60n }))

const payments = fc.uniqueArray(
  fc.record({
    methodId: fc.constantFrom(...paymentMethods.map(({ id }) => id)),
    cents: sum,
  }),
  { selector: ({ methodId }) => methodId },
)

const daySums: fc.Arbitrary<DaySums> = fc.record({
  firstNumber: fc.constant(1),
  lastNumber: fc.constant(9),
  tickets: fc.nat(10_000),
  tenders: payments,
  refunds: payments,
  tipCents: cents,
  discountCents: cents,
  cashInCents: cents,
  cashOutCents: cents,
  taxes: fc.constant([]),
})

const amounts: fc.Arbitrary<DrawerAmounts> = fc.record({
  initialAmountCents: cents,
  finalAmountCents: fc.option(cents),
  differenceCents: fc.option(fc.integer()),
})

const total = (rows: readonly { cents: number | bigint }[]) =>
  rows.reduce((all, each) => all + BigInt(each.cents), 0n)

it('the figures of a shift are those of their definitions, to the cent', () => {
  fc.assert(
    fc.property(amounts, daySums, (counted, sums) => {
      const figures = figuresOf(counted, sums)
      const cash = (rows: DaySums['tenders']) =>
        total(rows.filter(({ methodId }) => methodId === cashId))
      const expected =
        BigInt(counted.initialAmountCents) +
        cash(sums.tenders) +
        BigInt(sums.cashInCents) -
        BigInt(sums.cashOutCents) -
        cash(sums.refunds)
      expect(BigInt(figures.totalSalesCents) + BigInt(figures.totalTipsCents)).toBe(
        total(sums.tenders),
      )
      expect(total(figures.byPaymentMethod)).toBe(total(sums.tenders))
      expect(BigInt(figures.totalRefundsCents)).toBe(total(sums.refunds))
      expect(BigInt(figures.cashSalesCents)).toBe(cash(sums.tenders))
      expect(BigInt(figures.expectedTotalCents)).toBe(expected)
      const { finalAmountCents, differenceCents } = counted
      const difference =
        differenceCents ??
        (finalAmountCents === null ? null : BigInt(finalAmountCents) - expected)
      expect(String(figures.differenceCents)).toBe(String(difference))
    }),
    { numRuns: scaled(1_000, 50_000) },
  )
})

it('amounts are the nearest doubles of their cents', () => {
  fc.assert(
    fc.property(amounts, daySums, (counted, sums) => {
      const figures = figuresOf(counted, sums)
      const wire = breakdownOnWire('id', figures)
      expect(JSON.parse(JSON.stringify(wire))).toEqual(wire)
      const exact = (value: number) => BigInt(value.toFixed(2).replace('.', ''))
      for (const [amount, of] of [
        [wire.cashIn, figures.cashInCents],
        [wire.totalTips, figures.totalTipsCents],
        [wire.initialAmount, figures.initialAmountCents],
      ] as const) {
        expect(exact(amount)).toBe(BigInt(of))
      }
      expect(wire.byPaymentMethod.map(({ name }) => name)).toEqual(
        paymentMethods
          .filter(({ id }) => sums.tenders.some(({ methodId }) => methodId === id))
          .map(({ name }) => name),
      )
    }),
    { numRuns: scaled(1_000, 20_000) },
  )
})
