import { randomBytes } from 'node:crypto'
import type { Client } from '../client.ts'
import { expectEqual, expectResponse, result, step } from './steps.ts'

/** A product of the demo. */
export type Product = {
  readonly id: string
  readonly name: string
  readonly priceCents: number
}

/** A sale and its lines. */
export type Sale = {
  readonly orderId: string
  readonly ticketId: string
  readonly lines: readonly (readonly [quantity: number, Product])[]
}

/** Adds two products with ten units in stock each. */
export async function addProducts(till: Client): Promise<[Product, Product]> {
  step('Adding two products')
  const add = async (name: string, priceCents: number): Promise<Product> => {
    const SKU = `DEMO-${randomBytes(4).toString('hex')}`
    const { id } = expectResponse(
      await till.post('/products', {
        SKU,
        name,
        costCents: Math.round(priceCents / 3),
        priceCents,
        quantity: 10,
        minStockThreshold: 2,
        maxStockThreshold: 40,
        categoryIds: [],
      }),
      { status: 201, body: { message: 'Product added successfully' } },
    )
    result(`${name} (${SKU}): 10 in stock at ${(priceCents / 100).toFixed(2)}`)
    return { id, name, priceCents }
  }
  return [await add('Café con leche', 220), await add('Tarta de Santiago', 450)]
}

/** Sells two coffees and a cake for cash. */
export async function sellForCash(
  till: Client,
  userId: string,
  coffee: Product,
  cake: Product,
): Promise<Sale> {
  step('Selling two coffees and a cake for cash')
  const lines = [[2, coffee] as const, [1, cake] as const]
  const sale = expectResponse(
    await till.post('/store/orders/checkout', await cart(till, userId, 'Cash', lines)),
    { status: 201 },
  )
  expectEqual('stock of coffee', await stock(till, coffee), 8)
  expectEqual('stock of cake', await stock(till, cake), 9)
  result(`order ${sale.orderId}; 8 coffees and 9 cakes left in stock`)
  return { ...sale, lines }
}

/** Tries to sell more units than are in stock. */
export async function tryToOversell(
  till: Client,
  userId: string,
  coffee: Product,
): Promise<void> {
  step('Trying to sell 99 coffees, more than are in stock')
  const order = await cart(till, userId, 'Cash', [[99, coffee]])
  const { message } = expectResponse(await till.post('/store/orders/checkout', order), {
    status: 400,
    body: { message: 'Checkout failed: check items, stock levels, and payment details' },
  })
  expectEqual('stock of coffee', await stock(till, coffee), 8)
  result(`rejected: "${message}"; the stock is unchanged`)
}

/** The body of a checkout request for these lines, paid by the named payment method. */
export async function cart(
  till: Client,
  userId: string,
  method: string,
  lines: Sale['lines'],
) {
  const methods: { id: string; name: string }[] = expectResponse(
    await till.get('/payments/methods'),
    { status: 200 },
  )
  const currency = expectResponse(await till.get('/base-currency'), { status: 200 })
  return {
    userId,
    items: lines.map(([quantity, { id, priceCents }]) => ({
      productId: id,
      quantity,
      priceAtOrder: priceCents,
    })),
    paymentMethodId: methods.find(({ name }) => name === method)?.id,
    currencyId: currency.currencyId,
    amount: totalCents(lines) / 100,
  }
}

/** The total of these lines. */
export const totalCents = (lines: Sale['lines']) =>
  lines.reduce((sum, [quantity, { priceCents }]) => sum + quantity * priceCents, 0)

/** A product's units in stock. */
export const stock = async (till: Client, { id }: Product): Promise<number> =>
  expectResponse(await till.get(`/products/${id}`), { status: 200 }).quantity
