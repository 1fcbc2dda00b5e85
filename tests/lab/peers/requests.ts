import { cashId } from '../../../shared/platform/money/payment-methods.ts'

/** The id of the user who sells. */
export const userId = '018f0000-0000-7000-8000-000000000001'

/** The id of product `n`, from 0 to 99. */
export const productId = (n: number) =>
  `018f0000-0000-7000-9000-${String(n).padStart(12, '0')}`

/** A request to every handler, and what its response has. */
export type Request = {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly body?: object
  readonly status: number
  readonly shows: string
}

/** The three requests that are compared. */
export const requests = [
  {
    name: 'no read',
    method: 'GET',
    path: '/payments/methods',
    status: 200,
    shows: 'Debit Card',
  },
  {
    name: 'list of 100',
    method: 'GET',
    path: '/products',
    status: 200,
    shows: productId(99),
  },
  {
    name: 'checkout',
    method: 'POST',
    path: '/store/orders/checkout',
    body: {
      userId,
      items: [0, 1, 2].map((n) => ({
        productId: productId(n),
        quantity: 1,
        priceAtOrder: 200,
      })),
      paymentMethodId: cashId,
      currencyId: 'bccfc932-d89b-477a-b65b-04f97cae4aae',
      amount: 6,
    },
    status: 201,
    shows: 'ticketId',
  },
] as const satisfies readonly Request[]
