import { expect, test } from 'vitest'
import { lightningId, methods } from '../../../functions/till/page/pay/tenders.ts'
import { waysOf } from '../../../functions/till/page/sections/after/refund-way.ts'
import { bitcoinId } from '../../../shared/money/payment-methods.ts'

const paidBy = (...ids: readonly string[]) => ({
  tenders: ids.map((paymentMethodId) => ({
    paymentMethodId,
    paymentMethod: '',
    amountCents: 100,
  })),
})

test('what came over Lightning alone goes back over Lightning, unless cash is chosen', () => {
  expect(lightningId).toBe(bitcoinId)
  expect(waysOf(paidBy(bitcoinId))).toEqual(['lightning', 'cash'])
})

test('what the till took goes back as it was paid, unless another way is chosen', () => {
  expect(waysOf(paidBy(methods.cash))).toEqual(['cash', 'lightning'])
  expect(waysOf(paidBy(methods.creditCard, bitcoinId))[0]).toBe('till')
  expect(waysOf(paidBy())[0]).toBe('till')
})
