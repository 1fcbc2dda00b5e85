import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { currencies, findCurrency } from '../../shared/money/currencies.ts'
import { findPaymentMethod, paymentMethods } from '../../shared/money/payment-methods.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  methods: () => paymentMethods,

  method: ({ params }) => {
    const method = findPaymentMethod(params.id)
    if (!method) throw new Failure('unknown')
    return method
  },

  currencies: () => currencies,

  currency: ({ params }) => {
    const currency = findCurrency(params.id)
    if (!currency) throw new Failure('unknown')
    return currency
  },
})
