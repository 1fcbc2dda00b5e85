import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cashId, paymentMethods } from '../../../shared/platform/money/payment-methods.ts'
import type { DaySums } from '../../../shared/selling/sales/day-record.ts'
import {
  breakdownOnWire,
  majorUnitsOf,
} from '../../../shared/selling/shifts/breakdown.ts'
import {
  type DrawerAmounts,
  figuresOf,
  grossOf,
  nothingOpen,
  refundedParts,
  taxesWithUntaxed,
} from '../../../shared/selling/shifts/figures.ts'
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
  firstRefundNumber: fc.constant(1),
  lastRefundNumber: fc.constant(2),
  tickets: fc.nat(10_000),
  tenders: payments,
  tips: payments,
  refunds: payments,
  tipCents: cents,
  discountCents: cents,
  addedTaxCents: cents,
  adjustmentCents: fc.integer(),
  roundingCents: fc.integer(),
  refundRoundingCents: fc.integer(),
  cashInCents: cents,
  cashOutCents: cents,
  taxes: fc.constant([]),
  outside: fc.record({ count: fc.nat(9), cents }),
  openLines: fc.record({ count: fc.nat(), cents: sum }),
  cancelledLines: fc.record({ count: fc.nat(), cents: sum }),
  cancelledAfterPrint: fc.record({ count: fc.nat(), cents: sum }),
  openBills: fc.constant({ count: 0, cents: 0 }),
  bitcoinWithoutPayment: fc.record({ count: fc.nat(), cents: sum }),
  overpaidSat: fc.nat(),
  nodeFeeSat: fc.nat(),
  corrections: fc.record({ count: fc.nat(), cents: sum }),
  flaggedSales: fc.record({ count: fc.nat(), cents: sum }),
  untaxed: fc.record({ netCents: sum, refundedNetCents: sum }),
  paidOutSat: cents,
  unsold: fc.record({ soldSat: sum, refundedSat: sum, dismissedSat: sum, heldSat: sum }),
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
    fc.property(amounts, daySums, cents, (counted, sums, unmatchedSat) => {
      const figures = figuresOf(counted, sums, { ...nothingOpen, unmatchedSat })
      const cash = (rows: DaySums['tenders']) =>
        total(rows.filter(({ methodId }) => methodId === cashId))
      const expected =
        BigInt(counted.initialAmountCents) +
        cash(sums.tenders) +
        BigInt(sums.cashInCents) -
        BigInt(sums.cashOutCents) -
        cash(sums.refunds)
      expect(BigInt(figures.totalSalesCents)).toBe(
        total(sums.tenders) - BigInt(sums.tipCents) - BigInt(sums.roundingCents),
      )
      expect(total(figures.byPaymentMethod)).toBe(total(sums.tenders))
      expect(BigInt(figures.totalRefundsCents)).toBe(total(sums.refunds))
      expect(BigInt(figures.cashSalesCents)).toBe(cash(sums.tenders))
      expect(BigInt(figures.expectedTotalCents)).toBe(expected)
      const { finalAmountCents, differenceCents } = counted
      const difference =
        finalAmountCents === null ? null : BigInt(finalAmountCents) - expected
      expect(String(figures.differenceCents)).toBe(String(difference))
      expect(figures.statedDifferenceCents).toBe(differenceCents)
      const steps = [grossOf(figures), sums.addedTaxCents, sums.adjustmentCents]
      expect(total(steps.map((cents) => ({ cents }))) - BigInt(sums.discountCents)).toBe(
        BigInt(figures.totalSalesCents),
      )
      const { byPaymentMethod } = figures
      const all = (name: 'tipCents' | 'refundCents') =>
        total(byPaymentMethod.map((each) => ({ cents: each[name] ?? 0 })))
      expect(all('tipCents')).toBe(total(sums.tips))
      expect(all('refundCents')).toBe(total(sums.refunds))
      const { goodsCents = 0, tipCents = 0 } = refundedParts(figures) ?? {}
      expect(BigInt(goodsCents)).toBe(BigInt(sums.untaxed.refundedNetCents))
      expect(BigInt(goodsCents) + BigInt(tipCents)).toBe(
        total(sums.refunds) + BigInt(sums.refundRoundingCents),
      )
      const { netCents, refundedNetCents } = sums.untaxed
      const untaxed = { name: 'Untaxed', netCents, refundedNetCents }
      const isNone = Number(netCents) === 0 && Number(refundedNetCents) === 0
      expect(taxesWithUntaxed(figures)).toMatchObject(isNone ? [] : [untaxed])
    }),
    { numRuns: scaled(1_000, 50_000) },
  )
})

it('amounts are the nearest doubles of their cents', () => {
  fc.assert(
    fc.property(amounts, daySums, (counted, sums) => {
      const figures = figuresOf(counted, sums, nothingOpen)
      const wire = breakdownOnWire('id', figures)
      expect(JSON.parse(JSON.stringify(wire))).toEqual(wire)
      expect(wire.openLines).toEqual({
        count: sums.openLines.count,
        total: majorUnitsOf(sums.openLines.cents),
      })
      expect(wire.cancelledLines).toEqual({
        count: sums.cancelledLines.count,
        total: majorUnitsOf(sums.cancelledLines.cents),
      })
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
          .filter(({ id }) =>
            [...sums.tenders, ...sums.tips, ...sums.refunds].some(
              ({ methodId }) => methodId === id,
            ),
          )
          .map(({ name }) => name),
      )
    }),
    { numRuns: scaled(1_000, 20_000) },
  )
})
