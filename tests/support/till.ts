import { randomBytes, randomUUID } from 'node:crypto'
import { currencies } from '../../shared/platform/money/currencies.ts'
import { paymentMethods } from '../../shared/platform/money/payment-methods.ts'
import type { Answer } from './client.ts'
import type { Shop } from './shop.ts'

export const checkoutFailed = {
  status: 400,
  body: {
    message: 'Checkout failed: check items, stock levels, and payment details',
  },
}

/** The id of a payment method. */
export const methodId = (name: string) =>
  paymentMethods.find((method) => method.name === name)?.id ?? ''

export const usd = currencies.find(({ acronym }) => acronym === 'USD')?.id ?? ''

export const newPaymentHash = () => randomBytes(32).toString('hex')

/** The body of a checkout; tests send wrong ones, too. */
export type Cart = Record<string, unknown>

/** Calls of a cashier and an administrator of a shop, for products and their sales. */
export async function openTill(shop: Shop) {
  const admin = await shop.admin()
  const cashier = await shop.userWith('orders_create', 'orders_read', 'orders_delete')

  const createProduct = async (
    quantity: number,
    name = 'Coffee',
    minimum = 0,
  ): Promise<string> => {
    const { id } = await admin.pos.products.create({
      body: {
        SKU: randomUUID(),
        name,
        costCents: 100,
        categoryIds: [],
        quantity,
        minStockThreshold: minimum,
        maxStockThreshold: minimum,
        priceCents: 250,
      },
    })
    return id
  }

  const cart = (productId: string, quantity = 1, changes: Cart = {}): Cart => ({
    userId: shop.ownerId,
    items: [{ productId, quantity, priceAtOrder: 250 }],
    paymentMethodId: methodId('Cash'),
    currencyId: usd,
    amount: (250 * quantity) / 100,
    ...changes,
  })

  return {
    admin,
    cashier,
    createProduct,
    cart,
    stockOf: async (productId: string): Promise<number> =>
      (await admin.pos.products.one({ params: { id: productId } })).quantity,
    checkout: (body: Cart, headers?: Record<string, string>): Promise<Answer> =>
      cashier.post('/store/orders/checkout', body, headers),
    checkoutIfPaid: (body: Cart, headers?: Record<string, string>): Promise<Answer> =>
      cashier.post('/store/orders/checkout-if-paid', body, headers),
    paymentStatus: (paymentHash: string): Promise<Answer> =>
      cashier.get(`/store/orders/payment-status/${paymentHash}`),
    getOrder: (id: string): Promise<Answer> => cashier.get(`/store/orders/${id}`),
    listOrders: async (): Promise<Answer['body']> =>
      (await cashier.get('/store/orders')).body,
  }
}

export type Till = Awaited<ReturnType<typeof openTill>>
