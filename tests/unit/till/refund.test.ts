import { expect, test } from 'vitest'
import * as known from '../../../pages/parts/payment-methods.ts'
import { methods } from '../../../pages/parts/payment-methods.ts'
import { mostBy, satoshisBack, waysOf } from '../../../pages/parts/refund/refund-way.ts'
import type { OrderWithPayments } from '../../../shared/client/api.ts'
import { bitcoinId } from '../../../shared/platform/money/payment-methods.ts'

const paidBy = (...tenders: readonly (readonly [string, number])[]) => ({
  total: tenders.reduce((sum, [, cents]) => sum + cents, 0) / 100,
  tenders: tenders.map(([paymentMethodId, amountCents]) => ({
    paymentMethodId,
    paymentMethod: '',
    amountCents,
  })),
  refunds: [] as OrderWithPayments['refunds'],
})

const refunded = (paymentMethodId: string, amountCents: number, roundingCents = 0) =>
  ({
    paymentMethodId,
    amountCents,
    roundingCents,
  }) as OrderWithPayments['refunds'][number]

test('what came over Lightning alone goes back over Lightning, unless cash is chosen', () => {
  expect(known.bitcoinId).toBe(bitcoinId)
  expect(waysOf(paidBy([bitcoinId, 100]))).toEqual([bitcoinId, methods.cash])
})

test('what the till took goes back as most of it was paid, unless another way is chosen', () => {
  expect(waysOf(paidBy([methods.cash, 100]))).toEqual([methods.cash])
  expect(waysOf(paidBy([bitcoinId, 900], [methods.creditCard, 100]))).toEqual([
    methods.creditCard,
    bitcoinId,
    methods.cash,
  ])
  const parts = [
    [methods.cash, 300],
    [methods.creditCard, 200],
    [methods.creditCard, 200],
  ] as const
  expect(waysOf(paidBy(...parts))).toEqual([methods.creditCard, methods.cash])
  expect(waysOf(paidBy())).toEqual([methods.cash])
})

test('a method gives back at most what it took and has left, cash all that is left', () => {
  const sale = paidBy([methods.creditCard, 1_000], [bitcoinId, 768])
  expect(mostBy(sale, methods.creditCard)).toBe(1_000)
  expect(mostBy(sale, bitcoinId)).toBe(768)
  expect(mostBy(sale, methods.cash)).toBe(1_768)
  const after = { ...sale, refunds: [refunded(methods.creditCard, 900)] }
  expect(mostBy(after, methods.creditCard)).toBe(100)
  expect(mostBy(after, methods.cash)).toBe(868)
  expect(waysOf(after)).toEqual([methods.creditCard, bitcoinId, methods.cash])
  const gone = { ...sale, refunds: [refunded(methods.creditCard, 1_000)] }
  expect(waysOf(gone)).toEqual([bitcoinId, methods.cash])
  // Cash has given back in the place of the card
  const instead = { ...sale, refunds: [refunded(methods.cash, 1_500)] }
  expect(mostBy(instead, methods.creditCard)).toBe(268)
})

test('an invoice names the part of the satoshis that goes back, and in the end the rest', () => {
  const sale = { ...paidBy([bitcoinId, 300], [methods.cash, 100]), satoshiAmount: 1_000 }
  expect(satoshisBack(sale, 300)).toEqual({ satoshis: 1_000, isAll: true })
  expect(satoshisBack(sale, 100)).toEqual({ satoshis: 333, isAll: false })
  const sent = { ...sale, satoshiAmount: null, sentSat: 500 }
  expect(satoshisBack(sent, 300)).toEqual({ satoshis: 500, isAll: true })
  const payout = {
    ...refunded(bitcoinId, 100),
    refundInvoice: 'lnbc1',
    satoshiAmount: 330,
  }
  const inCash = { ...refunded(methods.cash, 100), refundInvoice: null, satoshiAmount: 0 }
  const after = { ...sale, refunds: [payout, inCash] }
  expect(satoshisBack(after, 100)).toEqual({ satoshis: 336, isAll: false })
  expect(satoshisBack(after, 200)).toEqual({ satoshis: 670, isAll: true })
})

test('nobody says how many satoshis of several payments, or of an unknown one', () => {
  const two = { ...paidBy([bitcoinId, 300], [bitcoinId, 100]), satoshiAmount: 1_000 }
  expect(satoshisBack(two, 100)).toBeUndefined()
  expect(satoshisBack({ ...paidBy([bitcoinId, 300]), satoshiAmount: null }, 100)).toBe(
    undefined,
  )
  expect(satoshisBack({ ...paidBy([methods.cash, 300]), satoshiAmount: 1 }, 100)).toBe(
    undefined,
  )
})
