import { Product } from '../../../shared/catalog/product.ts'
import { get, group, permission, post } from '../../../shared/platform/http/endpoint.ts'
import { lambda } from '../../../shared/platform/http/lambda.ts'
import { alternative, json, list } from '../../../shared/platform/http/reply.ts'
import { PaymentMethod } from '../../../shared/platform/money/payment-methods.ts'
import { CheckoutRequest } from '../../../shared/selling/checkout/checkout-request.ts'
import { PendingPayment } from '../../../shared/selling/checkout/checkout-result.ts'
import { SaleIds } from '../../../shared/selling/sales/sale-on-wire.ts'
import { work } from './shop.ts'

const endpoints = group('bench', ['table', 'token-key'], {
  methods: get('/payments/methods', {
    summary: 'Lists payment methods',
    access: permission('payments_read'),
    reply: list(PaymentMethod, 'No payment methods found'),
  }),
  products: get('/products', {
    summary: 'Lists products with their stock',
    access: permission('products_read'),
    reply: list(Product, 'No products found'),
  }),
  checkout: post('/store/orders/checkout', {
    summary: 'Sells products in one step',
    access: permission('orders_create'),
    body: CheckoutRequest,
    reply: json(SaleIds, 201),
    alternatives: { pending: json(PendingPayment, 202) },
  }),
})

export const handler = lambda(endpoints, {
  methods: () => work.methods(),
  products: () => work.products(),
  checkout: async ({ body, caller: { userId, permissions } }) => {
    const sold = await work.checkout(body, { sub: userId, prm: permissions })
    return sold.status === 'pending' ? alternative('pending', sold) : sold
  },
})
