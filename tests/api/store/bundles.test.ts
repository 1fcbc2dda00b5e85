import { randomUUID } from 'node:crypto'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { findProduct, productKey } from '../../../shared/catalog/products.ts'
import { read } from '../../../shared/platform/dynamodb/read.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { update } from '../../../shared/platform/dynamodb/write.ts'
import type { StoreOrderRecord } from '../../../shared/selling/checkout/store-orders.ts'
import { orderKey } from '../../../shared/selling/sales/orders.ts'
import { cartOf, item, makeBundle, makeSizes, refused } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
})
afterAll(() => shop.close())

describe('a bundle', () => {
  it('takes its components from stock, together with those sold separately', async () => {
    const [menu, bun, drink] = [
      await till.createProduct(0),
      await till.createProduct(7),
      await till.createProduct(3),
    ]
    await makeBundle(menu, { [bun]: 2, [drink]: 1 })
    const items = [item(menu, { quantity: 2 }), item(bun)]
    const sold = await till.checkout(cartOf(till, items, 750))
    expect(sold.status).toBe(201)
    const [soldMenu, soldBun] =
      (await read<StoreOrderRecord>(orderKey(sold.body.orderId)))?.items ?? []
    expect(soldMenu?.parts).toEqual([
      { productId: bun, quantity: 2 },
      { productId: drink, quantity: 1 },
    ])
    expect(soldBun).not.toHaveProperty('parts')
    expect([await till.stockOf(bun), await till.stockOf(drink)]).toEqual([2, 1])
    const more = cartOf(till, [item(menu), item(bun)], 500)
    // Both items take of what lacks, so the refusal names neither
    const { status, body } = await till.checkout(more)
    expect({ status, body }).toMatchObject(refused('checkout_insufficient_stock'))
    expect([await till.stockOf(bun), await till.stockOf(drink)]).toEqual([2, 1])
  })

  it('whose units are elsewhere whenever it is sold is tried five times', async () => {
    const tea = await till.createProduct(0)
    const [variantId = ''] = await makeSizes(tea, [{ size: 'S', units: 9 }])
    const stored = (await findProduct(tea))?.variants ?? []
    let moves = 1
    const moveUnits = () => {
      const from = `units${moves}`
      moves += 1
      const to = `units${moves}`
      const variants = stored.map((variant) => ({ ...variant, unitsIn: to }))
      const moved = { set: { variants, [to]: 9 }, add: { version: 1 }, remove: [from] }
      return transact([update(productKey(tea), moved)])
    }
    // The stub calls it with the client that it is called on
    // oxlint-disable-next-line typescript/unbound-method
    const { send } = DynamoDBDocumentClient.prototype
    let sales = 0
    const sending = vi
      .spyOn(DynamoDBDocumentClient.prototype, 'send')
      // oxlint-disable-next-line typescript/no-misused-promises
      .mockImplementation(async function (this: DynamoDBDocumentClient, ...call) {
        const isSale = JSON.stringify(call[0].input).includes('"kind":"store"')
        if (isSale) {
          sales += 1
          await moveUnits()
        }
        return send.apply(this, call)
      })
    const cart = cartOf(till, [item(tea, { variantId })], 250)
    const key = { 'idempotency-key': randomUUID() }
    const { status, body } = await till.checkout(cart, key)
    sending.mockRestore()
    expect({ status, body, sales }).toMatchObject({
      status: 409,
      body: { message: expect.any(String), code: 'checkout_try_again' },
      sales: 5,
    })
    expect(await findProduct(tea)).toMatchObject({ [`units${moves}`]: 9 })
    // Nothing was written: sent again with its key, it is carried out
    expect((await till.checkout(cart, key)).status).toBe(201)
  })

  it('counts with its components towards the limit', async () => {
    const menu = await till.createProduct(0)
    const parts = Array.from({ length: 89 }, () => randomUUID())
    await makeBundle(menu, Object.fromEntries(parts.map((id) => [id, 1])))
    const cart = cartOf(till, [item(menu)], 250)
    expect(await till.checkout(cart)).toMatchObject(refused('checkout_product_not_found'))
    await makeBundle(menu, Object.fromEntries([...parts, 'one'].map((id) => [id, 1])))
    expect((await till.checkout(cart)).body).toMatchObject({
      message: 'Checkout failed: a sale holds at most 90 different products',
      code: 'checkout_too_many_products',
    })
  })
})
