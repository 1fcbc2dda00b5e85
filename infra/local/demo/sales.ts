import { randomBytes } from 'node:crypto'
import type { Pos } from '../../../shared/client/pos.ts'
import { ContractViolation, expectEqual, expectFields, result, step } from './steps.ts'

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
export async function addProducts(pos: Pos): Promise<[Product, Product]> {
  step('Adding two products')
  const add = async (name: string, priceCents: number): Promise<Product> => {
    const SKU = `DEMO-${randomBytes(4).toString('hex')}`
    const added = await pos.products.create({
      body: {
        SKU,
        name,
        costCents: Math.round(priceCents / 3),
        priceCents,
        quantity: 10,
        minStockThreshold: 2,
        maxStockThreshold: 40,
        categoryIds: [],
      },
    })
    const { id } = expectFields(added, { message: 'Product added successfully' })
    result(`${name} (${SKU}): 10 in stock at ${(priceCents / 100).toFixed(2)}`)
    return { id, name, priceCents }
  }
  return [await add('Café con leche', 220), await add('Tarta de Santiago', 450)]
}

/** Sells two coffees and a cake for cash. */
export async function sellForCash(
  pos: Pos,
  userId: string,
  coffee: Product,
  cake: Product,
): Promise<Sale> {
  step('Selling two coffees and a cake for cash')
  const lines = [[2, coffee] as const, [1, cake] as const]
  const body = await cart(pos, userId, 'Cash', lines)
  const sale = sold(await pos.storeOrders.checkout({ body }))
  expectEqual('stock of coffee', await stock(pos, coffee), 8)
  expectEqual('stock of cake', await stock(pos, cake), 9)
  result(`order ${sale.orderId}; 8 coffees and 9 cakes left in stock`)
  return { ...sale, lines }
}

/** Tries to sell more units than are in stock. */
export async function tryToOversell(
  pos: Pos,
  userId: string,
  coffee: Product,
): Promise<void> {
  step('Trying to sell 99 coffees, more than are in stock')
  const order = await cart(pos, userId, 'Cash', [[99, coffee]])
  const refusal = await pos.storeOrders.checkout({ body: order }).catch((error) => error)
  if (!pos.storeOrders.checkout.failed(refusal)) {
    throw new ContractViolation('99 coffees were sold')
  }
  expectEqual(
    'failure',
    [refusal.status, refusal.code],
    [400, 'checkout_insufficient_stock'],
  )
  const { message } = expectFields(refusal.body as { message: string }, {
    message: 'Checkout failed: check items, stock levels, and payment details',
  })
  expectEqual('stock of coffee', await stock(pos, coffee), 8)
  result(`rejected: "${message}"; the stock is unchanged`)
}

/** The sale that a checkout made. Throws ContractViolation while its payment is pending. */
export function sold<
  Sold extends { readonly orderId: string; readonly ticketId: string },
>(answer: Sold | { readonly status: 'pending' }): Sold {
  if ('orderId' in answer) return answer
  throw new ContractViolation('the sale is still pending')
}

/** The body of a checkout request for these lines, paid by the named payment method. */
export async function cart(
  pos: Pos,
  userId: string,
  method: string,
  lines: Sale['lines'],
) {
  const methods = await pos.payments.methods()
  const currency = await pos.currencies.base()
  return {
    userId,
    items: lines.map(([quantity, { id, priceCents }]) => ({
      productId: id,
      quantity,
      priceAtOrder: priceCents,
    })),
    paymentMethodId: methods.find(({ name }) => name === method)?.id ?? '',
    currencyId: currency.currencyId,
    amount: totalCents(lines) / 100,
  }
}

/** The total of these lines. */
export const totalCents = (lines: Sale['lines']) =>
  lines.reduce((sum, [quantity, { priceCents }]) => sum + quantity * priceCents, 0)

/** A product's units in stock. */
export const stock = async (pos: Pos, { id }: Product): Promise<number> =>
  (await pos.products.one({ params: { id } })).quantity
