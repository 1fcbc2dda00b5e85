import { expect, test } from 'vitest'
import { lightningId, methods } from '../../../functions/till/page/pay/tenders.ts'
import { waysOf } from '../../../functions/till/page/sections/after/refund-way.ts'
import { bitcoinId } from '../../../shared/money/payment-methods.ts'

const paidBy = (...tenders: readonly (readonly [string, number])[]) => ({
  tenders: tenders.map(([paymentMethodId, amountCents]) => ({
    paymentMethodId,
    paymentMethod: '',
    amountCents,
  })),
})

test('what came over Lightning alone goes back over Lightning, unless cash is chosen', () => {
  expect(lightningId).toBe(bitcoinId)
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
