import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bitcoinId,
  cashId,
  paymentMethods,
} from '../../../shared/platform/money/payment-methods.ts'
import {
  type Refundable,
  refundRoundingOf,
} from '../../../shared/selling/refunds/refundable.ts'
import { changeOfSale } from '../../../shared/selling/sales/day-record.ts'
import type {
  SaleRefund,
  SaleSnapshot,
} from '../../../shared/selling/sales/sale-snapshot.ts'
import { computeSale } from '../../../shared/selling/sales/sale-sums.ts'
import {
  checkTenders,
  roundingOf,
  type Tender,
} from '../../../shared/selling/sales/tenders.ts'
import { scaled } from '../../support/scale.ts'

const numRuns = scaled(1_000, 30_000)
const cardId = paymentMethods[1]?.id ?? ''

const tender = (methodId: string, amountCents: number): Tender => ({
  methodId,
  currencyId: null,
  amountCents,
  transactionId: '',
  givenCents: null,
  lightning: null,
})
const cash = (amountCents: number) => tender(cashId, amountCents)
const card = (amountCents: number) => tender(cardId, amountCents)

/** Every step that a shop may choose, in currencies with and without cents. */
const step = fc.constantFrom(5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000)
const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)

describe('the rounding of tenders', () => {
  it.each([
    [998, [cash(1_000)], 2],
    [997, [cash(995)], -2],
    [1_000, [cash(1_000)], 0],
    [998, [cash(998)], 0],
    [998, [card(500), cash(500)], 2],
    [998, [cash(300), card(500), cash(200)], 2],
    [502, [card(500), cash(0)], -2],
    [2, [cash(0)], -2],
    // Not the nearest, nothing left for cash, and none of cash
    [998, [cash(995)], 0],
    [998, [cash(1_005)], 0],
    [500, [card(502), cash(0)], 0],
    [500, [card(500), cash(5)], 0],
    [998, [card(1_000)], 0],
  ])('of %i cents paid with %j is %i', (amountCents, tenders, expected) => {
    expect(roundingOf(tenders, amountCents, 5)).toBe(expected)
  })

  it('is none where the shop rounds nothing', () => {
    expect(roundingOf([cash(1_000)], 998, 0)).toBe(0)
  })

  it('is at most half a step, and the tenders then are the amount and it', () => {
    fc.assert(
      fc.property(step, fc.nat(100_000), fc.nat(100_000), (cents, due, byCard) => {
        fc.pre(byCard < due)
        const rest = due - byCard
        const paid = Math.floor((2 * rest + cents) / (2 * cents)) * cents
        const tenders = [...(byCard > 0 ? [card(byCard)] : []), cash(paid)]
        const roundingCents = roundingOf(tenders, due, cents)
        expect(roundingCents).toBe(paid - rest)
        expect(Math.abs(roundingCents) * 2).toBeLessThanOrEqual(cents)
        checkTenders(tenders, due, { roundingCents })
        const other = tenders.map((each) =>
          each.methodId === cashId ? cash(paid + cents) : each,
        )
        expect(roundingOf(other, due, cents)).toBe(0)
      }),
      { numRuns },
    )
  })

  it('lets one tender in cash be 0, and no other', () => {
    const roundingCents = -2
    checkTenders([card(500), cash(0)], 502, { roundingCents })
    const differs = expect.objectContaining({ kind: 'checkoutAmountsDiffer' })
    for (const tenders of [
      [card(500), cash(0), cash(0)],
      [card(0), cash(500)],
    ]) {
      expect(() => checkTenders(tenders, 502, { roundingCents })).toThrow(differs)
    }
    expect(() => checkTenders([card(500), cash(0)], 500)).toThrow(differs)
  })
})

const line = fc.record({
  quantity: fc.integer({ min: 1, max: 9 }),
  price: fc.nat(5_000),
  rate: fc.constantFrom(undefined, 0, 8_000, 16_000, 20_625),
  discount: fc.double({ min: 0, max: 1, noNaN: true }),
})

it('the sums of a sale are its lines, less discounts, with tax, tip and rounding, and whole in a currency without cents', () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 8 }),
      fc.record({
        tip: fc.nat(900),
        discount: fc.double({ min: 0, max: 1, noNaN: true }),
        pricesIncludeTax: fc.boolean(),
        smallest: fc.constantFrom(1, 100),
        isWhole: fc.boolean(),
        cents: step,
      }),
      (drawn, { tip, discount, pricesIncludeTax, smallest, isWhole, cents }) => {
        const unit = isWhole ? smallest : 1
        const lines = drawn.map((each) => {
          const costCents = each.quantity * each.price * unit
          return {
            quantity: each.quantity,
            costCents,
            discountCents: Math.floor((costCents / unit) * each.discount) * unit,
            ...(each.rate !== undefined && {
              tax: { name: 'VAT', rateThousandths: each.rate },
            }),
          }
        })
        const left = total(lines.map((each) => each.costCents - each.discountCents))
        const discountCents = Math.floor((left / unit) * discount) * unit
        const sums = computeSale(lines, {
          discountCents,
          pricesIncludeTax,
          smallestCents: smallest,
        })
        const cost = total(lines.map(({ costCents }) => costCents))
        expect(cost - sums.discountCents + sums.addedTaxCents).toBe(sums.expectedCents)
        expect(total(sums.lines.map(({ paidCents }) => paidCents))).toBe(sums.goodsCents)
        expect(total(sums.lines.map(({ taxCents }) => taxCents))).toBe(
          total(sums.taxes.map(({ taxCents }) => taxCents)),
        )
        const amounts = [
          ...sums.lines.flatMap((each) => [
            each.paidCents,
            each.taxCents,
            each.discountCents,
          ]),
          ...sums.taxes.flatMap(({ netCents, taxCents }) => [netCents, taxCents]),
        ]
        for (const amount of amounts) {
          expect(amount).toBeGreaterThanOrEqual(0)
          expect(amount % unit).toBe(0)
        }
        // Paid in cash, with the tip
        const tipCents = tip * unit
        const due = sums.expectedCents + tipCents
        const paid = Math.floor((2 * due + cents) / (2 * cents)) * cents
        const roundingCents = roundingOf([cash(paid)], due, cents)
        expect(sums.goodsCents + tipCents + roundingCents).toBe(paid)
        const sale = {
          goodsCents: sums.goodsCents,
          discountCents: sums.discountCents,
          tipCents,
          adjustmentCents: 0,
          roundingCents,
          smallestCents: smallest,
          pricesIncludeTax,
          taxes: sums.taxes,
          tenders: [cash(paid)].map((each) => ({
            ...each,
            paymentId: '',
            methodName: 'Cash',
          })),
        } as unknown as SaleSnapshot
        const { tips = [], tenders = [] } = changeOfSale(sale, sums)
        expect(total(tips.map(({ amountCents }) => amountCents))).toBe(tipCents)
        expect(total(tenders.map(({ amountCents }) => amountCents))).toBe(
          sums.goodsCents + tipCents + roundingCents,
        )
      },
    ),
    { numRuns: scaled(500, 20_000) },
  )
})

const refundOf = (
  methodId: string,
  amountCents: number,
  roundingCents = 0,
): Pick<SaleRefund, 'methodId' | 'amountCents' | 'roundingCents'> => ({
  methodId,
  amountCents,
  ...(roundingCents !== 0 && { roundingCents }),
})

const saleOf = (
  tenders: readonly Tender[],
  roundingCents: number,
  refunds: readonly ReturnType<typeof refundOf>[] = [],
) => {
  const paidCents = total(tenders.map(({ amountCents }) => amountCents))
  const goodsCents = paidCents - roundingCents
  const sale = { tenders, goodsCents, tipCents: 0, roundingCents, refunds }
  return { order: {}, sale } as unknown as Refundable
}

describe('the rounding of a refund in cash', () => {
  it.each([
    ['gives back what was paid', saleOf([cash(1_000)], 2), 998, -2],
    ['is half up', saleOf([cash(995)], -2), 100, 0],
    ['goes either way', saleOf([cash(1_000)], 2), 497, 2],
    [
      'gives at most what the cash has left',
      saleOf([cash(100)], 1, [refundOf(cashId, 33, -2), refundOf(cashId, 33, -2)]),
      33,
      3,
    ],
    ['gives what coins pay of what a card has paid', saleOf([card(998)], 0), 998, 3],
    [
      'leaves refunds of others alone',
      saleOf([cash(1_000)], 2, [refundOf(bitcoinId, 500)]),
      498,
      -2,
    ],
  ])('%s', (_, sale, amountCents, expected) => {
    expect(refundRoundingOf(sale, cashId, amountCents, 5)).toBe(expected)
  })

  it('is of all that was given back in parts, not of each', () => {
    const sale = saleOf([cash(1_005)], 0, [refundOf(cashId, 502, 2)])
    expect(refundRoundingOf(sale, cashId, 503, 5)).toBe(-2)
  })

  it('in another method is what rounding left unpaid', () => {
    const sale = saleOf([card(520), cash(500)], -29)
    expect(refundRoundingOf(sale, card(520).methodId, 1_049, 100)).toBe(29)
    expect(refundRoundingOf(sale, cashId, 1_049, 100)).toBe(49)
  })

  it('has the bounds of the sale when the shop no longer rounds', () => {
    expect(refundRoundingOf(saleOf([cash(1_000)], -49), cashId, 1_049, 0)).toBe(49)
    expect(refundRoundingOf(saleOf([cash(1_000)], 2), cashId, 998, 0)).toBe(0)
  })

  it('in parts never gives back more than was paid', () => {
    const part = fc.tuple(fc.integer({ min: 1, max: 9_000 }), fc.boolean())
    fc.assert(
      fc.property(
        step,
        fc.integer({ min: 1, max: 50_000 }),
        fc.nat(50_000),
        fc.array(part, { maxLength: 30 }),
        (cents, inCash, byCard, parts) => {
          const paid = Math.floor((2 * inCash + cents) / (2 * cents)) * cents
          const tenders = [cash(paid), ...(byCard > 0 ? [card(byCard)] : [])]
          const refunds: ReturnType<typeof refundOf>[] = []
          const given = (isWanted = (_methodId: string) => true) =>
            total(
              refunds
                .filter(({ methodId }) => isWanted(methodId))
                .map((each) => each.amountCents - (each.roundingCents ?? 0)),
            )
          for (const [wish, isCash] of parts) {
            const before = total(refunds.map(({ amountCents }) => amountCents))
            const amountCents = Math.min(wish, inCash + byCard - before)
            if (amountCents === 0) break
            const methodId = isCash ? cashId : card(1).methodId
            const sale = saleOf(tenders, paid - inCash, refunds)
            const own = refundRoundingOf(sale, methodId, amountCents, cents)
            expect(amountCents - own).toBeGreaterThanOrEqual(0)
            refunds.push(refundOf(methodId, amountCents, own))
            const owedCash = total(
              refunds
                .filter((each) => each.methodId === cashId)
                .map((each) => each.amountCents),
            )
            expect(given()).toBeLessThanOrEqual(paid + byCard)
            expect(given((id) => id === cashId) % cents).toBe(0)
            expect(2 * (given((id) => id === cashId) - owedCash)).toBeLessThanOrEqual(
              cents,
            )
          }
        },
      ),
      { numRuns },
    )
  })

  it('of all that was paid in cash gives back all of it', () => {
    fc.assert(
      fc.property(step, fc.integer({ min: 1, max: 50_000 }), (cents, due) => {
        const paid = Math.floor((2 * due + cents) / (2 * cents)) * cents
        const sale = saleOf([cash(paid)], paid - due)
        expect(due - refundRoundingOf(sale, cashId, due, cents)).toBe(paid)
      }),
      { numRuns },
    )
  })
})
