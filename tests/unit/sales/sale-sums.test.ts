import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  computeSale,
  type LineToSell,
  type SaleSums,
  taxKey,
} from '../../../shared/selling/sales/sale-sums.ts'
import { scaled } from '../../support/scale.ts'

const vat = { name: 'VAT', rateThousandths: 16_000 }
const reduced = { name: 'Reduced', rateThousandths: 7_500 }
const zero = { name: 'Zero', rateThousandths: 0 }

const line = (costCents: number, rest: Partial<LineToSell> = {}): LineToSell => ({
  quantity: 1,
  costCents,
  discountCents: 0,
  ...rest,
})

const inclusive = { discountCents: 0, pricesIncludeTax: true }
const exclusive = { discountCents: 0, pricesIncludeTax: false }

describe('a sale', () => {
  it('without taxes and discounts is what its lines cost', () => {
    expect(computeSale([line(250), line(100)], inclusive)).toEqual({
      expectedCents: 350,
      goodsCents: 350,
      adjustmentCents: 0,
      keptBackTaxCents: 0,
      addedTaxCents: 0,
      discountCents: 0,
      taxes: [],
      lines: [
        { discountCents: 0, paidCents: 250, taxCents: 0 },
        { discountCents: 0, paidCents: 100, taxCents: 0 },
      ],
    })
  })

  it('adds tax to prices without it, rounded once for each rate', () => {
    // 16 % of three lines of 1.03 is 0.4944; rounded by line it would be 0.48
    const lines = [103, 103, 103].map((cents) => line(cents, { tax: vat }))
    const all = [...lines, line(100, { tax: zero }), line(5)]
    const sale = computeSale(all, exclusive)
    expect(sale.taxes).toEqual([
      { ...vat, netCents: 309, taxCents: 49 },
      { ...zero, netCents: 100, taxCents: 0 },
    ])
    expect(sale.lines.map(({ taxCents }) => taxCents)).toEqual([17, 16, 16, 0, 0])
    expect(sale.lines.map(({ paidCents }) => paidCents)).toEqual([120, 119, 119, 100, 5])
    expect(sale.expectedCents).toBe(463)
    expect(computeSale(all, { ...exclusive, goodsCents: 463 })).toEqual(sale)
  })

  it('finds the tax within prices after all discounts', () => {
    const lines = [line(1_160, { tax: vat, discountCents: 160 }), line(1_000)]
    const sale = computeSale(lines, { ...inclusive, discountCents: 200 })
    expect(sale).toMatchObject({
      expectedCents: 1_800,
      discountCents: 360,
      taxes: [{ ...vat, netCents: 776, taxCents: 124 }],
      lines: [
        { discountCents: 260, paidCents: 900, taxCents: 124 },
        { discountCents: 100, paidCents: 900, taxCents: 0 },
      ],
    })
  })

  it('that the till charges differently shares it by what lines come to', () => {
    const lines = [line(100, { tax: vat }), line(300, { tax: reduced })]
    const sale = computeSale(lines, { ...exclusive, goodsCents: 500 })
    // 100 + 300, and 16 + 23 (22.5) of tax
    expect(sale).toMatchObject({
      expectedCents: 439,
      addedTaxCents: 39,
      adjustmentCents: 61,
    })
    expect(sale.lines.map(({ paidCents }) => paidCents)).toEqual([132, 368])
    expect(sale.taxes).toEqual([
      { ...vat, netCents: 114, taxCents: 18 },
      { ...reduced, netCents: 342, taxCents: 26 },
    ])
  })

  it('with a cent too much still declares the tax that was added', () => {
    const lines = [line(10_000, { tax: vat }), line(10_000, { tax: zero })]
    expect(computeSale(lines, { ...exclusive, goodsCents: 21_601 })).toMatchObject({
      adjustmentCents: 1,
      taxes: [
        { ...vat, netCents: 10_001, taxCents: 1_600 },
        { ...zero, netCents: 10_000, taxCents: 0 },
      ],
    })
  })

  it('of a till that knows no tax has it within what the lines cost', () => {
    const lines = [line(116, { tax: vat }), line(300, { tax: zero })]
    expect(computeSale(lines, { ...exclusive, goodsCents: 416 })).toMatchObject({
      expectedCents: 435,
      adjustmentCents: 0,
      addedTaxCents: 0,
      taxes: [
        { ...vat, netCents: 100, taxCents: 16 },
        { ...zero, netCents: 300, taxCents: 0 },
      ],
      lines: [{ paidCents: 116 }, { paidCents: 300 }],
    })
  })

  it('of free and other lines shares what was paid by cost', () => {
    const lines = [line(0, { quantity: 3 }), line(100)]
    const sale = computeSale(lines, { ...inclusive, goodsCents: 50 })
    expect(sale.lines.map(({ paidCents }) => paidCents)).toEqual([0, 50])
  })

  it('of free lines shares what was paid by quantity', () => {
    const lines = [line(0, { quantity: 3 }), line(0)]
    const sale = computeSale(lines, { ...inclusive, goodsCents: 100 })
    expect(sale.lines.map(({ paidCents }) => paidCents)).toEqual([75, 25])
    expect(sale.adjustmentCents).toBe(100)
  })
})

describe('every sale, whatever the till charges,', () => {
  const tax = fc.constantFrom(undefined, vat, reduced, zero, {
    name: 'VAT',
    rateThousandths: 100_000,
  })
  const anyLine = fc
    .record({
      quantity: fc.integer({ min: 1, max: 9 }),
      price: fc.oneof(fc.constant(0), fc.nat(5_000), fc.nat(2 ** 40)),
      discounted: fc.nat(100),
      tax,
    })
    .map(({ quantity, price, discounted, tax }): LineToSell => {
      const costCents = quantity * price
      const discountCents = Math.floor((costCents * discounted) / 100)
      return { quantity, costCents, discountCents, tax }
    })
  const anySale = fc.record({
    lines: fc.array(anyLine, { minLength: 1, maxLength: 12 }),
    discounted: fc.nat(100),
    pricesIncludeTax: fc.boolean(),
    goodsCents: fc.option(fc.oneof(fc.nat(20_000), fc.nat(2 ** 45)), { nil: undefined }),
  })

  const sum = (cents: readonly number[]) => cents.reduce((one, other) => one + other, 0)

  /** Without a discount on the whole sale, charged as it comes to. */
  const exactly = anySale.map((sale) => ({
    ...sale,
    discounted: 0,
    goodsCents: undefined,
  }))

  const check = (
    property: (sale: SaleSums, lines: LineToSell[], included: boolean) => void,
    sales: typeof anySale = anySale,
  ) =>
    fc.assert(
      fc.property(sales, ({ lines, discounted, ...terms }) => {
        const left = sum(lines.map((each) => each.costCents - each.discountCents))
        const discountCents = Math.floor((left * discounted) / 100)
        const sale = computeSale(lines, { ...terms, discountCents })
        property(sale, lines, terms.pricesIncludeTax)
        expect(sale.discountCents - discountCents).toBe(
          sum(lines.map((each) => each.discountCents)),
        )
      }),
      { numRuns: scaled(1_000, 30_000) },
    )

  it('has lines that add up: paid to goods, discounts to all discounts', () =>
    check((sale) => {
      expect(sum(sale.lines.map(({ paidCents }) => paidCents))).toBe(sale.goodsCents)
      expect(sum(sale.lines.map((each) => each.discountCents))).toBe(sale.discountCents)
    }))

  it('goes from cost to goods by discounts, added tax and adjustment', () =>
    check((sale, lines, included) => {
      const cost = sum(lines.map(({ costCents }) => costCents))
      expect(cost - sale.discountCents + sale.addedTaxCents + sale.adjustmentCents).toBe(
        sale.goodsCents,
      )
      if (included) expect(sale.addedTaxCents).toBe(0)
      if (sale.addedTaxCents > 0) {
        expect(sale.goodsCents - sale.expectedCents).toBe(sale.adjustmentCents)
      }
    }))

  it('that is charged a cent more or less moves no tax by more than a cent', () =>
    check(({ expectedCents, taxes }, lines, pricesIncludeTax) => {
      for (const cents of [-1, 1]) {
        const goodsCents = expectedCents + cents
        const costCents = sum(lines.map((each) => each.costCents - each.discountCents))
        // A till that knows no tax charges the lines alone
        if (goodsCents < 0 || goodsCents === costCents) continue
        const terms = { discountCents: 0, pricesIncludeTax, goodsCents }
        const changed = computeSale(lines, terms).taxes
        for (const [at, { taxCents }] of changed.entries()) {
          expect(Math.abs(taxCents - (taxes[at]?.taxCents ?? 0))).toBeLessThanOrEqual(1)
        }
      }
    }, exactly))

  it('has taxes by rate that are the sum of their lines', () =>
    check(({ taxes, lines: sold }, lines) => {
      const total = new Map<string, { paid: number; tax: number }>()
      for (const [at, { tax }] of lines.entries()) {
        const { paidCents = 0, taxCents = 0 } = sold[at] ?? {}
        if (!tax) expect(taxCents).toBe(0)
        if (!tax) continue
        const before = total.get(taxKey(tax)) ?? { paid: 0, tax: 0 }
        const paid = before.paid + paidCents
        total.set(taxKey(tax), { paid, tax: before.tax + taxCents })
      }
      expect(taxes.map((each) => taxKey(each))).toEqual([...total.keys()])
      for (const each of taxes) {
        const { paid, tax } = total.get(taxKey(each)) ?? { paid: 0, tax: 0 }
        expect(each.taxCents).toBe(tax)
        expect(each.netCents + each.taxCents).toBe(paid)
      }
    }))

  it('has the exact tax of each rate, rounded half up to the cent', () =>
    check(({ taxes, goodsCents, expectedCents }, _lines, pricesIncludeTax) => {
      for (const { rateThousandths, netCents, taxCents } of taxes) {
        const isIncluded = pricesIncludeTax || goodsCents !== expectedCents
        const base = BigInt(isIncluded ? netCents + taxCents : netCents)
        const whole = BigInt(isIncluded ? 100_000 + rateThousandths : 100_000)
        const exact = base * BigInt(rateThousandths)
        const off = 2n * (BigInt(taxCents) * whole - exact)
        expect(off <= whole && off > -whole).toBe(true)
      }
    }))

  it('has no line below nothing, and no line with more tax or discount than cents', () =>
    check(({ lines: sold }, lines) => {
      for (const [at, { paidCents, taxCents, discountCents }] of sold.entries()) {
        expect(Math.min(paidCents, taxCents, discountCents)).toBeGreaterThanOrEqual(0)
        expect(taxCents).toBeLessThanOrEqual(paidCents)
        expect(discountCents).toBeLessThanOrEqual(lines[at]?.costCents ?? 0)
      }
    }))
})
