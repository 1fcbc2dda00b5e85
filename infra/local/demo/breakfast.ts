import type { Pos } from '../../../shared/client/pos.ts'
import { cart, type Product, type Sale, sold, stock } from './sales.ts'
import { expectEqual, expectFields, result, step } from './steps.ts'

const bundleCents = 600
/** A tenth off, and a euro for the staff. */
const discountCents = 60
const tipCents = 100

/** Adds a bundle of a coffee and a cake, which has no stock of its own. */
export async function addBreakfast(
  pos: Pos,
  coffee: Product,
  cake: Product,
): Promise<Product> {
  step('Adding a bundle of a coffee and a cake')
  const name = 'Desayuno'
  const { id } = await pos.products.create({
    body: {
      name,
      costCents: 0,
      priceCents: bundleCents,
      quantity: 0,
      minStockThreshold: 0,
      maxStockThreshold: 0,
      categoryIds: [],
      isBundle: true,
      bundleComponents: [coffee, cake].map((part) => ({
        componentId: part.id,
        quantity: 1,
      })),
    },
  })
  const sets = await stock(pos, { id, name, priceCents: bundleCents })
  result(`${name}: 6.00, ${sets} sets in stock`)
  return { id, name, priceCents: bundleCents }
}

/** Sells a bundle with a discount and a tip, partly for cash, partly by card. */
export async function sellBreakfast(
  pos: Pos,
  userId: string,
  breakfast: Product,
  parts: readonly Product[],
): Promise<Sale> {
  step('Selling it with 10 % off and a tip of 1.00, partly for cash, partly by card')
  const before = await Promise.all(parts.map((part) => stock(pos, part)))
  const lines = [[1, breakfast] as const]
  const { items, amount } = await cart(pos, userId, 'Cash', lines)
  const methods = await pos.payments.methods()
  const methodId = (wanted: string) =>
    methods.find(({ name }) => name === wanted)?.id ?? ''
  const cashCents = 240
  const cardCents = bundleCents - discountCents + tipCents - cashCents
  const body = {
    userId,
    items,
    amount: (amount * 100 - discountCents + tipCents) / 100,
    discountAmount: discountCents,
    tipAmount: tipCents / 100,
    tenders: [
      { paymentMethodId: methodId('Cash'), amountCents: cashCents, givenCents: 500 },
      { paymentMethodId: methodId('Credit Card'), amountCents: cardCents },
    ],
  }
  const answer = await pos.storeOrders.checkout({ body })
  const sale = sold(expectFields(answer, { changeCents: 260 }))
  const after = await Promise.all(parts.map((part) => stock(pos, part)))
  expectEqual(
    'stock of its parts',
    after,
    before.map((units) => units - 1),
  )
  result(`order ${sale.orderId}: 2.40 for cash, 4.00 by card, 2.60 change`)
  return { ...sale, lines }
}
