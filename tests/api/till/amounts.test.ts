import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cart, emptyCart, type Item } from '../../../pages/till/cart/cart.ts'
import { type Prices, priceCart } from '../../../pages/till/cart/priced-cart.ts'
import { payableCart } from '../../../pages/till/payment/payable-cart.ts'
import { cashDue, tenderInputs } from '../../../pages/till/payment/tenders.ts'
import { newId } from '../../../shared/ids.ts'
import { createGroup, replaceOptions } from '../../support/modifiers.ts'
import { createProduct } from '../../support/products.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { usd } from '../../support/till.ts'
import { createOption, createVariant } from '../../support/variants.ts'

let shop: Shop
let admin: Awaited<ReturnType<Shop['login']>>
let items: readonly Item[]

beforeAll(async () => {
  shop = await openShop({ options: { TILLS: 'true' } })
  admin = await shop.login()
  await admin.post('/tills', { name: 'Bar' })
  await admin.put('/config', {
    businessName: 'Corner Shop',
    verifyAmounts: true,
    cashRoundingCents: 5,
  })
  const tax = (name: string, ratePercent: number, isDefault: boolean) =>
    admin.pos.taxes.create({ body: { name, ratePercent, isDefault } })
  await tax('VAT', 16, true)
  const { id: reduced } = await tax('Reduced', 7.125, false)
  const group = await createGroup(admin)
  const options = await replaceOptions(
    admin,
    group,
    { name: 'Oat', priceCents: 45 },
    { name: 'Less', priceCents: -30 },
  )
  const untracked = { trackStock: false, quantity: 0 }
  const tea = await createProduct(admin, {
    ...untracked,
    priceCents: 333,
    taxId: reduced,
  })
  const coffee = await createProduct(admin, {
    ...untracked,
    priceCents: 279,
    modifierGroupIds: [group],
  })
  const shirt = await createProduct(admin, { ...untracked, priceCents: 1_999 })
  const { values } = await createOption(admin, shirt, 'Size', 'M')
  const variantId = await createVariant(admin, shirt, {
    priceCents: 2_149,
    optionValueIds: [values.M],
  })
  const choice = (name: string, quantity: number) => ({
    groupId: group,
    optionId: options[name] ?? '',
    quantity,
  })
  items = [
    { productId: tea },
    { productId: coffee, choices: [] },
    { productId: coffee, choices: [choice('Oat', 2), choice('Less', 1)] },
    { productId: shirt, variantId },
    { name: 'Sundries', unitCents: 199 },
  ]
})
afterAll(() => shop.close())

const pricesNow = async (pricesIncludeTax: boolean): Promise<Prices> => ({
  products: new Map(
    (await admin.pos.products.list()).map((product) => [product.id, product]),
  ),
  modifierGroups: await admin.pos.modifiers.list(),
  taxes: await admin.pos.taxes.list(),
  pricesIncludeTax,
  smallestCents: 1,
})

/** The number of the till's last sale. */
let lastNumber = 0

/** Any cart of these goods, with other prices, and discounts that may be more than they cost. */
const carts = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.nat(4),
        fc.integer({ min: 1, max: 7 }),
        fc.nat(400),
        fc.option(fc.constantFrom(0, 150, 900), { nil: undefined }),
      ),
      { minLength: 1, maxLength: 6 },
    ),
    fc.nat(900),
    fc.nat(500),
  )
  .map(([lines, discountCents, tipCents]) => ({ lines, discountCents, tipCents }))

type Drawn = typeof carts extends fc.Arbitrary<infer Value> ? Value : never

function cartOf({ lines, discountCents }: Drawn): Cart {
  return {
    ...emptyCart,
    discountCents,
    // Lines of the same goods, as after another price was keyed in
    lines: lines.map(([at, quantity, lineDiscountCents, unitCents]) => ({
      item: items[at] ?? { productId: '' },
      quantity,
      discountCents: lineDiscountCents,
      unitCents,
    })),
  }
}

test.each([true, false])(
  'the shop agrees with what the till charges, to the cent, with tax included: %s',
  async (pricesIncludeTax) => {
    await admin.put('/config', { businessName: 'Corner Shop', pricesIncludeTax })
    const prices = await pricesNow(pricesIncludeTax)
    await fc.assert(
      fc.asyncProperty(carts, async (drawn) => {
        const cart = cartOf(drawn)
        const priced = priceCart(cart, prices)
        const totalCents = priced.dueCents + drawn.tipCents
        const amountCents = cashDue(totalCents, 5)
        const tender = { method: 'cash', amountCents, givenCents: amountCents } as const
        const saleId = newId()
        const payable = payableCart(cart, priced, {
          userId: shop.ownerId,
          prices,
          currencyId: usd,
        })
        const inputs = tenderInputs([tender])
        const sale = payable.sale(saleId, drawn.tipCents, inputs)
        const { status, body } = await admin.post('/store/orders/checkout', sale.body)
        expect([status, body]).toMatchObject([201, { orderId: saleId }])
        const order = (await admin.get(`/store/orders/${saleId}`)).body
        expect(order).toMatchObject({
          total: totalCents,
          discountAmount: priced.discountCents,
          roundingCents: amountCents - totalCents,
          taxes: priced.taxes.map(({ name, netCents, taxCents }) => ({
            name,
            netCents,
            taxCents,
          })),
        })
        const receiptOf = (id: string, number: number) => ({
          ...payable.receipt?.(id, drawn.tipCents, inputs),
          number,
        })
        const alone = newId()
        const sentAt = new Date().toISOString()
        const sales = [
          receiptOf(saleId, lastNumber + 1),
          receiptOf(alone, lastNumber + 2),
        ]
        lastNumber += 2
        const { results } = (await admin.post('/sync/sales', { sentAt, sales })).body
        expect(results).toMatchObject([
          { status: 'already', orderId: saleId },
          { status: 'sold', orderId: alone },
        ])
        const isListed = cart.lines.every(({ unitCents }) => unitCents === undefined)
        if (isListed) expect(results[1].flags).not.toContain('price_differs')
        expect(results[1].flags).not.toContain('tax_differs')
        const written = (await admin.get(`/store/orders/${alone}`)).body
        for (const name of ['total', 'discountAmount', 'roundingCents', 'taxes']) {
          expect(written[name]).toEqual(order[name])
        }
      }),
      { numRuns: 25 },
    )
  },
)

test('a receipt never has half a letter, which no proof can be made of', async () => {
  const prices = await pricesNow(true)
  const named = { name: `${'a'.repeat(199)}\u{1F375}`, unitCents: 100 }
  const cart: Cart = {
    ...emptyCart,
    lines: [{ item: named, quantity: 1, discountCents: 0 }],
  }
  const payable = payableCart(cart, priceCart(cart, prices), {
    userId: shop.ownerId,
    prices,
    currencyId: usd,
  })
  const [line] = payable.receipt?.(newId(), 0, [])?.items ?? []
  expect(line?.name).toBe('a'.repeat(199))
})
