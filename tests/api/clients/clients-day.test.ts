import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage, type Page } from '../../support/clients-page.ts'
import { eventually } from '../../support/eventually.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'

/** A day at the till, with the requests that the existing clients send. */
let shop: Shop
let page: Page
beforeAll(async () => {
  shop = await openShop({
    options: { PUBLIC_LOGIN_SCREEN: 'true' },
    node: 'direct',
    agent: true,
  })
  page = openPage(shop)
  await page.relay.post('/auth/login', { name: owner.name, pin: owner.pin })
})
afterAll(() => shop.close())

describe('a day at the till', () => {
  it('opens a shift, which GET /shifts/open then returns', async () => {
    expect((await page.relay.get('/shifts/open')).status).toBe(204)
    const shift = await page.openShift(50)
    expect(await page.read(`/shifts/open?user_id=${shop.ownerId}`)).toMatchObject({
      id: shift.id,
      initialAmount: 50,
      shiftDate: shift.shiftDate,
      startTime: shift.startTime,
      finalAmount: null,
    })
  })

  it('creates and changes products; a duplicate SKU gets 409', async () => {
    const coffee = await page.createProduct({
      SKU: null,
      name: 'Coffee',
      priceCents: 250,
    })
    const cake = await page.createProduct({
      SKU: 'CAKE-1',
      name: 'Cake',
      priceCents: 455,
    })
    const again = await page.relay.post('/products', { ...cake, name: 'Pie' })
    expect(again.status).toBe(409)
    const changed = { ...coffee, name: 'Espresso', priceCents: 300, costCents: 300 }
    expect((await page.relay.put(`/products/${coffee.id}`, changed)).status).toBe(200)
    expect(await page.read(`/products/${coffee.id}`)).toMatchObject(changed)
  })

  it('sells for cash, with a discount', async () => {
    const result = await page.checkout('cash', [['Espresso', 2]], { discountCents: 100 })
    expect(result).toMatchObject({ orderId: expect.any(String) })
    expect((await page.product('Espresso')).quantity).toBe(8)
  })

  it('sells over Lightning after the payment_received frame', async () => {
    const { serialized, paymentHash } = await page.createInvoice(9_100)
    const watcher = await shop.watch(page.relay.browser)
    await shop.node.pay({ invoice: serialized })
    const frame = await watcher.until((each) => each.paymentHash === paymentHash)
    expect(frame).toMatchObject({ type: 'payment_received', amountSat: 9_100 })
    const result = await page.checkout('btc', [['Cake', 2]], {
      transactionId: serialized,
      satoshiAmount: 9_100,
      exchangeRateAtPayment: 100_000,
      exchangeRateCurrency: 'usd',
      fiatAmountAtPayment: 9.1,
      paymentHash,
    })
    expect(result).toMatchObject({ orderId: expect.any(String) })
  })

  it('gets no orderId when the stock is insufficient', async () => {
    const result = await page.checkout('credit', [['Cake', 9]])
    expect(result.orderId).toBeUndefined()
    expect(result.message).toContain('stock')
    expect((await page.product('Cake')).quantity).toBe(8)
  })

  it('lists and filters the orders with their payments', async () => {
    const orders = await page.read('/orders/with-payments')
    expect(orders).toMatchObject([
      {
        userName: owner.name,
        tableId: null,
        status: 'paid',
        paymentMethod: 'BTC',
        total: 9.1,
        satoshiAmount: 9_100,
        exchangeRateAtPayment: 100_000,
        exchangeRateCurrency: 'usd',
        fiatAmountAtPayment: 9.1,
      },
      { status: 'paid', paymentMethod: 'Cash', total: 5, satoshiAmount: null },
    ])
    const day = new Date().toISOString().slice(0, 10)
    const [lightning, cash] = orders
    const filtered = {
      [`startDate=${day}&endDate=${day}&status=paid&sortBy=date`]: [lightning, cash],
      'paymentMethod=Cash': [cash],
      [`userId=${shop.ownerId}&minTotal=5&maxTotal=6`]: [cash],
      'sortBy=total&sortOrder=asc': [cash, lightning],
    }
    for (const [query, expected] of Object.entries(filtered)) {
      expect(await page.read(`/orders/with-payments?${query}`)).toEqual(expected)
    }
  })

  it('prints once a CUSTOMER printer is configured', async () => {
    await expect.poll(() => page.read('/printers/available')).toContain('customer')
    expect(await page.print('T-1')).toBe('no printer')
    const bill = [
      { type: 'HEADER', value: '{{config.businessName}}' },
      { type: 'TABLE_ROW' },
    ]
    await page.relay.post('/templates', { name: 'Bill', elements: bill })
    const set = { printerType: 'CUSTOMER', printerName: 'customer' }
    expect(await page.relay.post('/printers/set', set)).toEqual({
      status: 200,
      body: 'Printer customer set for CUSTOMER',
    })
    const [{ id }] = await page.read('/printers/configs')
    for (const templateName of [null, 'none', 'Bill']) {
      const one = await page.relay.put(`/printers/configs/${id}`, { templateName })
      expect(one.status).toBe(200)
    }
    expect(await page.print('T-2')).toBe('Print job sent')
    const test = { templateName: 'Bill', forceTemplateName: true }
    expect(await page.print('T-3', test)).toBe('Print job sent')
    await eventually(async () => expect(await shop.printed()).toHaveLength(2))
  })

  it('closes the shift with the cash that was taken', async () => {
    const totals = await page.shiftTotals()
    expect(totals).toEqual({ cash: 500, lightning: 910, card: 0 })
    const shift = await page.read('/shifts/open')
    const counted = { finalAmount: 54.5, difference: -0.5 }
    expect(shift.initialAmount + totals.cash / 100 + counted.difference).toBe(54.5)
    expect((await page.relay.post(`/shifts/${shift.id}/close`, counted)).status).toBe(200)
    expect(await page.read(`/shifts/${shift.id}`)).toMatchObject(counted)
    expect((await page.relay.get('/shifts/open')).status).toBe(204)
  })

  it('is in the reports', async () => {
    const day = new Date().toISOString().slice(0, 10)
    for (const query of ['period=week', `startDate=${day}&endDate=${day}`]) {
      expect(await page.read(`/reports?${query}`)).toMatchObject({
        totalRevenueCents: 2 * 300 + 2 * 455,
        totalItemsSold: 4,
        totalBtcSatoshis: 9_100,
        sales: [{ productName: 'Cake' }, { productName: 'Espresso' }],
      })
    }
  })
})
