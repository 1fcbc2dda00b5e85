import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { payoutSatoshis } from '../../../shared/selling/refunds/payout-amount.ts'
import {
  centsOf,
  isNothingLeft,
  leftOf,
  type Parts,
  type RefundableLine,
  refundAll,
  refundAmount,
  refundUnits,
} from '../../../shared/selling/refunds/refundable.ts'
import { scaled } from '../../support/scale.ts'

const numRuns = scaled(300, 30_000)
const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)

describe('units of a line', () => {
  const line = { quantity: 3, paidCents: 100, taxCents: 14 }

  it('are its cents to the last one, in any steps', () => {
    const first = refundUnits(leftOf([line], 0, []), new Map([[0, 1]]))
    expect(first.lines).toEqual([{ at: 0, quantity: 1, paidCents: 33, taxCents: 4 }])
    const rest = refundUnits(leftOf([line], 0, [first]), new Map([[0, 2]]))
    expect(rest.lines).toEqual([{ at: 0, quantity: 2, paidCents: 67, taxCents: 10 }])
  })

  it('give at most what a sum has left of the line', () => {
    const sum = refundAmount(leftOf([line], 20, []), 90)
    expect(sum).toEqual({
      tipCents: 0,
      lines: [{ at: 0, quantity: 0, paidCents: 90, taxCents: 12 }],
    })
    const all = refundUnits(leftOf([line], 20, [sum]), new Map([[0, 3]]))
    expect(all.lines).toEqual([{ at: 0, quantity: 3, paidCents: 10, taxCents: 2 }])
    expect(refundAmount(leftOf([line], 20, [sum]), 25)).toMatchObject({ tipCents: 15 })
  })

  it('leave no tax on a line without cents', () => {
    const small = { quantity: 3, paidCents: 3, taxCents: 2 }
    const sum = refundAmount(leftOf([small], 0, []), 2)
    const unit = refundUnits(leftOf([small], 0, [sum]), new Map([[0, 1]]))
    expect(unit.lines).toEqual([{ at: 0, quantity: 1, paidCents: 1, taxCents: 1 }])
  })

  it('are only of the lines that are named', () => {
    const { lines } = refundUnits(leftOf([line, line], 0, []), new Map([[1, 3]]))
    expect(lines).toEqual([{ at: 1, quantity: 3, paidCents: 100, taxCents: 14 }])
  })

  it('are refused beyond what is left', () => {
    const exceeds = (field: string) =>
      expect.objectContaining({ kind: 'refundExceedsPaid', details: { field } })
    expect(() => refundUnits(leftOf([line], 0, []), new Map([[0, 4]]))).toThrow(
      exceeds('items'),
    )
    expect(() => refundAmount(leftOf([line], 20, []), 121)).toThrow(
      exceeds('amountCents'),
    )
  })
})

describe('what is left', () => {
  const free = { quantity: 1, paidCents: 0, taxCents: 0 }
  const paid = { quantity: 1, paidCents: 50, taxCents: 7 }

  it('is nothing without units and cents only', () => {
    expect(isNothingLeft(leftOf([free], 0, []))).toBe(false)
    expect(isNothingLeft(leftOf([], 5, []))).toBe(false)
    expect(isNothingLeft(leftOf([], 0, []))).toBe(true)
  })

  it('goes back as a whole, in lines that have units or cents left', () => {
    const ofUnit = {
      tipCents: 0,
      lines: [{ at: 1, quantity: 1, paidCents: 50, taxCents: 7 }],
    }
    expect(refundAll(leftOf([free, paid], 5, [ofUnit]))).toEqual({
      tipCents: 5,
      lines: [{ at: 0, quantity: 1, paidCents: 0, taxCents: 0 }],
    })
    const unitsOnly = {
      tipCents: 0,
      lines: [{ at: 0, quantity: 1, paidCents: 0, taxCents: 0 }],
    }
    expect(refundAll(leftOf([paid], 0, [unitsOnly])).lines).toEqual([
      { at: 0, quantity: 0, paidCents: 50, taxCents: 7 },
    ])
  })

  it('goes back as a sum, in the lines that were paid', () => {
    expect(refundAmount(leftOf([free, paid], 5, []), 50)).toEqual({
      tipCents: 0,
      lines: [{ at: 1, quantity: 0, paidCents: 50, taxCents: 7 }],
    })
  })

  it('goes back as the sum of everything with all units', () => {
    const left = leftOf([free, paid], 5, [])
    const all = refundAmount(left, 55)
    expect(all).toEqual({
      tipCents: 5,
      lines: [
        { at: 0, quantity: 1, paidCents: 0, taxCents: 0 },
        { at: 1, quantity: 1, paidCents: 50, taxCents: 7 },
      ],
    })
    expect(isNothingLeft(leftOf([free, paid], 5, [all]))).toBe(true)
  })
})

const lineOf = fc
  .record({ quantity: fc.integer({ min: 1, max: 9 }), paidCents: fc.nat(2_000) })
  .chain((line) => fc.record({ ...constants(line), taxCents: fc.nat(line.paidCents) }))

const constants = (line: { quantity: number; paidCents: number }) => ({
  quantity: fc.constant(line.quantity),
  paidCents: fc.constant(line.paidCents),
})

/** A refund as a client may ask for it; `share` is of what is left. */
const wish = fc.record({
  kind: fc.constantFrom('all', 'units', 'amount'),
  at: fc.nat(9),
  share: fc.integer({ min: 1, max: 130 }),
  byInvoice: fc.boolean(),
  satShare: fc.integer({ min: 1, max: 110 }),
})
type Wish = { kind: string; at: number; share: number }

function partsOf(lines: readonly RefundableLine[], given: readonly Parts[], one: Wish) {
  const left = leftOf(lines, 50, given)
  if (one.kind === 'all') return refundAll(left)
  const part = (whole: number) => Math.max(1, Math.floor((whole * one.share) / 100))
  if (one.kind === 'amount') return refundAmount(left, part(left.cents))
  const at = one.at % lines.length
  return refundUnits(left, new Map([[at, part(lines[at]?.quantity ?? 0)]]))
}

const attempt = <T>(work: () => T): T | undefined => {
  try {
    return work()
  } catch {
    return undefined
  }
}

it('no sequence of refunds gives back more than was paid or sold, and all of it adds up', () => {
  const inputs = fc.record({
    lines: fc.array(lineOf, { minLength: 1, maxLength: 6 }),
    wishes: fc.array(wish, { maxLength: 12 }),
    sentSat: fc.nat(100_000),
    tenderShare: fc.integer({ min: 1, max: 100 }),
  })
  fc.assert(
    fc.property(inputs, ({ lines, wishes, sentSat, tenderShare }) => {
      const paidCents = total(lines.map((line) => line.paidCents)) + 50
      const tenderCents = Math.max(1, Math.floor((paidCents * tenderShare) / 100))
      const given: Parts[] = []
      const payouts: { amountCents: number; satoshiAmount: number }[] = []
      for (const one of wishes) {
        const parts = attempt(() => partsOf(lines, given, one))
        if (!parts) continue
        const amountCents = centsOf(parts)
        if (one.byInvoice) {
          const paid = { tenderCents, sentSat, payouts }
          const amountMsat = BigInt(Math.floor((sentSat * one.satShare) / 100)) * 1_000n
          const satoshiAmount = attempt(() =>
            payoutSatoshis({ amountMsat }, amountCents, paid),
          )
          if (satoshiAmount === undefined) continue
          payouts.push({ amountCents, satoshiAmount })
        }
        given.push(parts)
        const left = leftOf(lines, 50, given)
        expect(left.cents + total(given.map(centsOf))).toBe(paidCents)
        expect(left.tipCents).toBeGreaterThanOrEqual(0)
        for (const { units, paidCents: paid, taxCents } of left.lines) {
          expect(units).toBeGreaterThanOrEqual(0)
          expect(paid).toBeGreaterThanOrEqual(0)
          expect(taxCents).toBeGreaterThanOrEqual(0)
          if (paid === 0) expect(taxCents).toBe(0)
        }
        const paidOut = total(payouts.map(({ satoshiAmount }) => satoshiAmount))
        expect(paidOut).toBeLessThanOrEqual(sentSat)
        expect(total(payouts.map((each) => each.amountCents))).toBeLessThanOrEqual(
          tenderCents,
        )
      }
      const rest = refundAll(leftOf(lines, 50, given))
      expect(isNothingLeft(leftOf(lines, 50, [...given, rest]))).toBe(true)
    }),
    { numRuns },
  )
})

describe('the satoshis of a payout', () => {
  const paid = { tenderCents: 300, sentSat: 1_000, payouts: [] }
  const one = { amountCents: 100, satoshiAmount: 300 }
  const msat = (satoshis: number) => ({ amountMsat: BigInt(satoshis) * 1_000n })

  it.each([
    [333, 100, []],
    [1, 100, []],
    [1_000, 300, []],
    [366, 100, [one]],
    [700, 200, [one]],
  ])('are %i for %i cents after %j', (satoshis, cents, payouts) => {
    expect(payoutSatoshis(msat(satoshis), cents, { ...paid, payouts })).toBe(satoshis)
  })

  it.each([
    [334, 100, []],
    [999, 300, []],
    [1_001, 300, []],
    [367, 100, [one]],
    [699, 200, [one]],
  ])('are not %i for %i cents after %j', (satoshis, cents, payouts) => {
    expect(() => payoutSatoshis(msat(satoshis), cents, { ...paid, payouts })).toThrow(
      'refundInvoiceAmountMismatch',
    )
  })

  it.each([
    [1_500n, 100, 'whole satoshis'],
    [334_000n, 100, 'at most 333 satoshis'],
    [999_000n, 300, 'exactly 1000 satoshis'],
  ])('tell the limit of %d msat', (amountMsat, cents, limit) => {
    const refusal = {
      kind: 'refundInvoiceAmountMismatch',
      details: { limit, field: 'invoice' },
    }
    const satoshis = () => payoutSatoshis({ amountMsat }, cents, paid)
    expect(satoshis).toThrow(expect.objectContaining(refusal))
  })

  it('are never for more than the tender', () => {
    expect(() => payoutSatoshis(msat(1), 301, paid)).toThrow('refundExceedsPaid')
  })
})
