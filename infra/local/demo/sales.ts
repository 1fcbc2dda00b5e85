import { randomBytes } from 'node:crypto'
import {
  ContractViolation,
  type Demo,
  expectEqual,
  expectFields,
  result,
  step,
} from './steps.ts'

/** A product of the demo. */
export type Product = {
  readonly id: string
  readonly name: string
  readonly priceCents: number
}

/** A sale that a checkout made. */
export type Sale = { readonly orderId: string; readonly ticketId: string }

type Lines = readonly (readonly [quantity: number, Product])[]

/** Adds two products with ten units in stock each. */
export async function addProducts({ pos }: Demo): Promise<[Product, Product]> {
  step('Adding two products')
  const add = async (name: string, priceCents: number): Promise<Product> => {
    const SKU = `DEMO-${randomBytes(4).toString('hex')}`
    const costCents = Math.round(priceCents / 3)
    const limits = { minStockThreshold: 2, maxStockThreshold: 40, categoryIds: [] }
    const added = await pos.products.create({
      body: { SKU, name, costCents, priceCents, quantity: 10, ...limits },
    })
    const { id } = expectFields(added, { message: 'Product added successfully' })
    result(`${name} (${SKU}): 10 in stock at ${(priceCents / 100).toFixed(2)}`)
    return { id, name, priceCents }
  }
  return [await add('Café con leche', 220), await add('Tarta de Santiago', 450)]
}

/** Sells two coffees and a cake for cash. */
export async function sellForCash(
  demo: Demo,
  coffee: Product,
  cake: Product,
): Promise<Sale> {
  step('Selling two coffees and a cake for cash')
  const body = await cart(demo, 'Cash', [
    [2, coffee],
    [1, cake],
  ])
  const sale = sold(await demo.pos.storeOrders.checkout({ body }))
  expectEqual('stock of coffee', await stock(demo, coffee), 8)
  expectEqual('stock of cake', await stock(demo, cake), 9)
  result(`order ${sale.orderId}; 8 coffees and 9 cakes left in stock`)
  return sale
}

/** Tries to sell more units than are in stock. */
export async function tryToOversell(demo: Demo, coffee: Product): Promise<void> {
  const { checkout } = demo.pos.storeOrders
  step('Trying to sell 99 coffees, more than are in stock')
  const body = await cart(demo, 'Cash', [[99, coffee]])
  const refusal = await checkout({ body }).catch((error) => error)
  if (!checkout.failed(refusal)) throw new ContractViolation('99 coffees were sold')
  const failure = [refusal.status, refusal.code]
  expectEqual('failure', failure, [400, 'checkout_insufficient_stock'])
  const { message } = expectFields(refusal.body as { message: string }, {
    message: 'Checkout failed: check items, stock levels, and payment details',
  })
  expectEqual('stock of coffee', await stock(demo, coffee), 8)
  result(`rejected: "${message}"; the stock is unchanged`)
}

/** Adds a bundle of a coffee and a cake, whose stock is that of its parts. */
export async function addBreakfast(
  demo: Demo,
  parts: readonly Product[],
): Promise<Product> {
  step('Adding a bundle of a coffee and a cake')
  const name = 'Desayuno'
  const priceCents = 600
  const unlimited = { quantity: 0, minStockThreshold: 0, maxStockThreshold: 0 }
  const bundleComponents = parts.map(({ id }) => ({ componentId: id, quantity: 1 }))
  const bundle = { isBundle: true, bundleComponents, categoryIds: [], ...unlimited }
  const { id } = await demo.pos.products.create({
    body: { name, costCents: 0, priceCents, ...bundle },
  })
  const breakfast = { id, name, priceCents }
  result(`${name}: 6.00, ${await stock(demo, breakfast)} sets in stock`)
  return breakfast
}

/** Sells a bundle with a discount and a tip, partly for cash, partly by card. */
export async function sellBreakfast(
  demo: Demo,
  breakfast: Product,
  parts: readonly Product[],
): Promise<Sale> {
  step('Selling it with 10 % off and a tip of 1.00, partly for cash, partly by card')
  const stocks = () => Promise.all(parts.map((part) => stock(demo, part)))
  const before = await stocks()
  const { userId, items } = await cart(demo, 'Cash', [[1, breakfast]])
  const [cash = '', card = ''] = await methodIds(demo, 'Cash', 'Credit Card')
  const tenders = [
    { paymentMethodId: cash, amountCents: 240, givenCents: 500 },
    { paymentMethodId: card, amountCents: 400 },
  ]
  const body = { userId, items, amount: 6.4, discountAmount: 60, tipAmount: 1, tenders }
  const answer = await demo.pos.storeOrders.checkout({ body })
  const sale = sold(expectFields(answer, { changeCents: 260 }))
  const oneLess = before.map((units) => units - 1)
  expectEqual('stock of its parts', await stocks(), oneLess)
  result(`order ${sale.orderId}: 2.40 for cash, 4.00 by card, 2.60 change`)
  return sale
}

/** The sale that a checkout made. Throws ContractViolation while its payment is pending. */
export function sold<Sold extends Sale>(answer: Sold | { readonly status: 'pending' }) {
  if ('orderId' in answer) return answer
  throw new ContractViolation('the sale is still pending')
}

/** The body of a checkout request for these lines, paid by the named payment method. */
export async function cart(demo: Demo, method: string, lines: Lines) {
  const { userId } = demo
  const [paymentMethodId = ''] = await methodIds(demo, method)
  const { currencyId } = await demo.pos.currencies.base()
  const items = lines.map(([quantity, { id, priceCents }]) => ({
    productId: id,
    quantity,
    priceAtOrder: priceCents,
  }))
  const cents = items.reduce((sum, line) => sum + line.quantity * line.priceAtOrder, 0)
  return { userId, items, paymentMethodId, currencyId, amount: cents / 100 }
}

/** The ids of the named payment methods. */
export async function methodIds({ pos }: Demo, ...names: string[]): Promise<string[]> {
  const methods = await pos.payments.methods()
  return names.map((name) => methods.find((method) => method.name === name)?.id ?? '')
}

/** A product's units in stock. */
export const stock = async ({ pos }: Demo, { id }: Product): Promise<number> =>
  (await pos.products.one({ params: { id } })).quantity
