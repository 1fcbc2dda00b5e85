import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shareOfMethod } from '../../../shared/back-office/reports/method-share.ts'
import type { Sale } from '../../../shared/back-office/reports/sales-of-period.ts'
import { sumsOf } from '../../../shared/back-office/reports/sales-report.ts'
import { shareSale } from '../../../shared/back-office/reports/shared-lines.ts'
import { sharesOf } from '../../../shared/platform/money/shares.ts'
import type { Order } from '../../../shared/selling/sales/orders.ts'
import type { RefundedParts } from '../../../shared/selling/sales/sale-snapshot.ts'
import { computeSale } from '../../../shared/selling/sales/sale-sums.ts'
import { scaled } from '../../support/scale.ts'
import { methodId } from '../../support/till.ts'

const taxes = [
  { name: 'VAT', rateThousandths: 16_000 },
  { name: 'Reduced', rateThousandths: 7_500 },
  { name: 'Zero', rateThousandths: 0 },
  undefined,
]
const percent = fc.nat(100)

const inputs = fc.record({
  lines: fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 9 }),
      priceAtOrder: fc.nat(2_000),
      discount: percent,
      tax: fc.constantFrom(...taxes),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  discount: percent,
  pricesIncludeTax: fc.boolean(),
  goodsCents: fc.option(fc.nat(30_000), { nil: undefined }),
  tipCents: fc.nat(500),
  // Shares of the rest of each line and of the tip
  refunds: fc.array(fc.record({ share: percent, satoshiAmount: fc.nat(9_999) }), {
    maxLength: 3,
  }),
})
type Inputs = typeof inputs extends fc.Arbitrary<infer T> ? T : never

const part = (cents: number, share: number) => Math.floor((cents * share) / 100)
const total = (amounts: readonly number[]) => amounts.reduce((sum, each) => sum + each, 0)

/** A sale as checkout stores it, with refunds of parts of what is left. */
function sell({ lines, refunds, tipCents, ...terms }: Inputs) {
  const toSell = lines.map(({ quantity, priceAtOrder, discount, tax }) => {
    const costCents = quantity * priceAtOrder
    return { quantity, costCents, discountCents: part(costCents, discount), tax }
  })
  const left = total(toSell.map((line) => line.costCents - line.discountCents))
  const discountCents = part(left, terms.discount)
  const computed = computeSale(toSell, { ...terms, discountCents })
  const items = lines.map((line, at) => ({
    productName: at % 2 === 0 ? 'Tea' : 'Cake',
    quantity: line.quantity,
    priceAtOrder: line.priceAtOrder,
    ...computed.lines[at],
    ...(line.tax && { tax: line.tax }),
  }))
  const [paidLeft, taxLeft] = [
    computed.lines.map(({ paidCents }) => paidCents),
    computed.lines.map(({ taxCents }) => taxCents),
  ]
  let tipLeft = tipCents
  const made = refunds.map(({ share, satoshiAmount }): RefundedParts => {
    const tip = part(tipLeft, share)
    tipLeft -= tip
    const given = items.map((_, at) => {
      const [paid = 0, tax = 0] = [paidLeft[at], taxLeft[at]]
      const line = { paidCents: part(paid, share), taxCents: part(tax, share) }
      paidLeft[at] = paid - line.paidCents
      taxLeft[at] = tax - line.taxCents
      return { at, quantity: 0, ...line }
    })
    const isPaid = tip + total(given.map(({ paidCents }) => paidCents)) > 0
    return { tipCents: tip, satoshiAmount: isPaid ? satoshiAmount : 0, lines: given }
  })
  const order = {
    id: 'order',
    payments: [],
    totalCents: computed.goodsCents + tipCents,
    sale: {
      ...computed,
      pricesIncludeTax: terms.pricesIncludeTax,
      tipCents,
      refunds: made,
    },
  } as unknown as Order
  return { computed, made, order, lines: shareSale(order, items) }
}

it('counts every cent of a sale once, whatever its lines are', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const { computed, made, order, lines } = sell(input)
      const refundedTips = total(made.map(({ tipCents }) => tipCents))
      const given = made.flatMap((refund) => refund.lines)
      const goods = total(given.map(({ paidCents }) => paidCents))
      const sums = sumsOf([{ order, lines, satoshis: 0 }])
      expect(sums).toMatchObject({
        totalDiscountCents: computed.discountCents,
        totalAdjustmentCents: computed.adjustmentCents,
        totalTipCents: input.tipCents,
        totalRefundedCents: goods + refundedTips,
        totalRefundedSatoshis: total(made.map(({ satoshiAmount }) => satoshiAmount)),
        totalNetCents: computed.goodsCents - goods,
      })
      for (const line of lines) {
        const { priceAtOrder, quantity, discountCents, addedTaxCents } = line
        expect(
          priceAtOrder * quantity - discountCents + addedTaxCents + line.adjustmentCents,
        ).toBe(line.paidCents)
      }
      expect(total(lines.map(({ addedTaxCents }) => addedTaxCents))).toBe(
        computed.addedTaxCents,
      )
      const refundedTax = total(given.map(({ taxCents }) => taxCents))
      expect(total(sums.taxes.map(({ taxCents }) => taxCents))).toBe(
        total(computed.taxes.map(({ taxCents }) => taxCents)) - refundedTax,
      )
      if (made.length > 0) return
      expect(sums.taxes).toEqual(
        computed.taxes.map(({ rateThousandths, ...tax }) => ({
          ...tax,
          ratePercent: rateThousandths / 1_000,
        })),
      )
    }),
    { numRuns: scaled(300, 5_000) },
  )
})

it('splits a sale by product without a cent left over', () => {
  // A refund may have given back of both products
  const amounts = (sums: ReturnType<typeof sumsOf>) =>
    Object.entries(sums).flatMap(([name, sum]) =>
      typeof sum === 'number' && name !== 'refundCount' ? [sum] : [],
    )
  fc.assert(
    fc.property(inputs, (input) => {
      const { order, lines } = sell(input)
      const sumsOfProduct = (name: string) =>
        amounts(
          sumsOf([
            { order, lines: lines.filter((x) => x.productName === name), satoshis: 0 },
          ]),
        )
      const [tea, cake] = [sumsOfProduct('Tea'), sumsOfProduct('Cake')]
      expect(tea.map((sum, at) => sum + (cake[at] ?? 0))).toEqual(
        amounts(sumsOf([{ order, lines, satoshis: 0 }])),
      )
    }),
    { numRuns: scaled(200, 5_000) },
  )
})

it('splits a sale by method without a cent left over, each by what it took', () => {
  const methods = ['Cash', 'Credit Card', 'BTC', 'Bank Transfer'].map((name) => ({
    methodId: methodId(name),
    methodName: name,
  }))
  fc.assert(
    fc.property(
      inputs,
      fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 2, maxLength: 3 }),
      fc.array(fc.nat(3), { minLength: 3, maxLength: 3 }),
      (input, weights, refundedBy) => {
        const { order: sold, lines: first } = sell(input)
        const shares = sharesOf(sold.totalCents, weights)
        const tenders = shares.map((amountCents, at) => ({
          ...methods[at],
          paymentId: String(at),
          amountCents,
        }))
        const refunds = (sold.sale?.refunds ?? []).map((refund, at) => ({
          ...refund,
          ...methods[refundedBy[at] ?? 0],
        }))
        const order = { ...sold, sale: { ...sold.sale, tenders, refunds } } as Order
        const lines = shareSale(order, first)
        const whole = sumsOf([{ order, lines, satoshis: 0 }])
        const parts = tenders.map(({ methodName = '' }) =>
          sumsOf([
            {
              order,
              lines: shareOfMethod(order, lines, methodName.toLowerCase()),
              satoshis: 0,
            },
          ]),
        )
        for (const name of [
          'totalRevenueCents',
          'totalDiscountCents',
          'totalAdjustmentCents',
          'totalTipCents',
          'totalRefundedCents',
          'totalRefundedTipCents',
          'totalRefundedSatoshis',
          'totalNetCents',
        ] as const) {
          expect(total(parts.map((sums) => sums[name]))).toBe(whole[name])
        }
        expect(
          total(parts.flatMap((sums) => sums.taxes.map(({ taxCents }) => taxCents))),
        ).toBe(total(whole.taxes.map(({ taxCents }) => taxCents)))
        const taken = tenders.map(({ methodName = '' }) =>
          total(
            shareOfMethod(order, lines, methodName.toLowerCase()).map(
              ({ paidCents, tipCents }) => paidCents + tipCents,
            ),
          ),
        )
        expect(taken).toEqual(shares)
      },
    ),
    { numRuns: scaled(300, 5_000) },
  )
})

const oldLine = { productName: 'Tea', quantity: 1, priceAtOrder: 250 }

it('counts a sale from before snapshots as paid with its total', () => {
  const order = { totalCents: 401, payments: [] as const } as unknown as Order
  const sales: Sale[] = [
    { order, lines: shareSale(order, [oldLine, oldLine]), satoshis: 0 },
  ]
  expect(sales[0]?.lines.map(({ paidCents }) => paidCents)).toEqual([201, 200])
  expect(sumsOf(sales)).toMatchObject({
    totalRevenueCents: 500,
    totalDiscountCents: 0,
    totalAdjustmentCents: -99,
    totalNetCents: 401,
    refundCount: 0,
    taxes: [],
  })
})

it('leaves out a paid order that has no lines', () => {
  const order = { totalCents: 401, payments: [] as const } as unknown as Order
  expect(shareSale(order, [])).toEqual([])
})

it('counts each refund once that gave back of the lines shown', () => {
  const lineOf = (at: number) => ({ at, quantity: 1, paidCents: 100, taxCents: 0 })
  const none = { tipCents: 0, satoshiAmount: 0 }
  const order = {
    totalCents: 200,
    payments: [],
    sale: {
      adjustmentCents: 0,
      tipCents: 0,
      refunds: [
        { ...none, lines: [lineOf(0), lineOf(1)] },
        { ...none, lines: [lineOf(1)] },
      ],
    },
  } as unknown as Order
  const paid = { ...oldLine, quantity: 2, priceAtOrder: 100, paidCents: 200 }
  const lines = shareSale(order, [paid, paid])
  expect(sumsOf([{ order, lines, satoshis: 0 }])).toMatchObject({
    refundCount: 2,
    totalRefundedCents: 300,
    totalNetCents: 100,
  })
  expect(sumsOf([{ order, lines: lines.slice(0, 1), satoshis: 0 }]).refundCount).toBe(1)
})
