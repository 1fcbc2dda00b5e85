import { randomBytes } from 'node:crypto'
import type { Client } from '../client.ts'
import { expectEqual, expectResponse, result, step } from './steps.ts'

/** A product of the story. */
export type Product = {
  readonly id: string
  readonly name: string
  readonly priceCents: number
}

/** A sale and what it sold. */
export type Sale = {
  readonly orderId: string
  readonly ticketId: string
  readonly lines: readonly (readonly [quantity: number, Product])[]
}

/** Adds two products with ten in stock each. */
export async function addProducts(till: Client): Promise<[Product, Product]> {
  step('Two products come into stock')
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
  step('A cash sale: two coffees and a cake')
  const lines = [[2, coffee] as const, [1, cake] as const]
  const sale = expectResponse(
    await till.post('/store/orders/checkout', await cart(till, userId, 'Cash', lines)),
    { status: 201 },
  )
  expectEqual('stock of coffee', await stock(till, coffee), 8)
  expectEqual('stock of cake', await stock(till, cake), 9)
  result(`order ${sale.orderId}; stock fell to 8 and 9`)
  return { ...sale, lines }
}

/** Tries to sell more than there is. */
export async function tryToOversell(
  till: Client,
  userId: string,
  coffee: Product,
): Promise<void> {
  step('Somebody wants 99 coffees')
  const order = await cart(till, userId, 'Cash', [[99, coffee]])
  const { message } = expectResponse(await till.post('/store/orders/checkout', order), {
    status: 400,
    body: { message: 'Checkout failed: check items, stock levels, and payment details' },
  })
  expectEqual('stock of coffee', await stock(till, coffee), 8)
  result(`refused: "${message}"; nothing changed`)
}

/** A checkout request for these lines, paid by the method of this name. */
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

/** What these lines cost. */
export const totalCents = (lines: Sale['lines']) =>
  lines.reduce((sum, [quantity, { priceCents }]) => sum + quantity * priceCents, 0)

/** A product's stock on hand. */
export const stock = async (till: Client, { id }: Product): Promise<number> =>
  expectResponse(await till.get(`/products/${id}`), { status: 200 }).quantity
