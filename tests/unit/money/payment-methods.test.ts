import { expect, it } from 'vitest'
import {
  PaymentMethod,
  paymentMethods,
} from '../../../shared/platform/money/payment-methods.ts'

it('payment methods have an id and a name on the wire', () => {
  const wire = paymentMethods.map((method) => PaymentMethod.parse(method))
  expect(wire).toEqual(paymentMethods)
  expect(PaymentMethod.safeParse({ id: '1' }).success).toBe(false)
})
