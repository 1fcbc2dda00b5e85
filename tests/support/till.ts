import { randomBytes, randomUUID } from 'node:crypto'
import type { Answer } from '../../infra/local/client.ts'
import { currencies } from '../../shared/money/currencies.ts'
import { paymentMethods } from '../../shared/money/payment-methods.ts'
import type { Shop } from './shop.ts'

export const checkoutFailed = {
  status: 400,
  body: {
    message: 'Checkout failed: check items, stock levels, and payment details',
  },
}

/** The id of a way to pay. */
export const methodId = (name: string) =>
  paymentMethods.find((method) => method.name === name)?.id ?? ''

export const usd = currencies.find(({ acronym }) => acronym === 'USD')?.id ?? ''

export const newHash = () => randomBytes(32).toString('hex')

/** A checkout's body as tests change it. */
export type Cart = Record<string, unknown>

/** A cashier of a shop: has products, sells them and counts the stock. */
export async function openTill(shop: Shop) {
  const admin = await shop.admin()
  const cashier = await shop.userWith('orders_create', 'orders_read', 'orders_delete')

  const product = async (quantity: number, name = 'Coffee'): Promise<string> => {
    const { body } = await admin.post('/products', {
      SKU: randomUUID(),
      name,
      costCents: 100,
      categoryIds: [],
      quantity,
      minStockThreshold: 0,
      maxStockThreshold: 0,
      priceCents: 250,
    })
    return body.id
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
    product,
    cart,
    stock: async (productId: string): Promise<number> =>
      (await admin.get(`/products/${productId}`)).body.quantity,
    checkout: (body: Cart, headers?: Record<string, string>): Promise<Answer> =>
      cashier.post('/store/orders/checkout', body, headers),
    checkoutIfPaid: (body: Cart, headers?: Record<string, string>): Promise<Answer> =>
      cashier.post('/store/orders/checkout-if-paid', body, headers),
    paymentStatus: (paymentHash: string): Promise<Answer> =>
      cashier.get(`/store/orders/payment-status/${paymentHash}`),
    order: (id: string): Promise<Answer> => cashier.get(`/store/orders/${id}`),
    orders: async (): Promise<Answer['body']> =>
      (await cashier.get('/store/orders')).body,
  }
}

export type Till = Awaited<ReturnType<typeof openTill>>
