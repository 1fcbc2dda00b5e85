import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currencies } from '../../../shared/platform/money/currencies.ts'
import { cashiersOf } from '../../support/cashiers.ts'
import { changeStored, makeBundle, tender } from '../../support/selling.ts'
import { type Shifts, shiftsOf } from '../../support/shifts.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { staffOf } from '../../support/staff.ts'
import { openTill, usd } from '../../support/till.ts'

let shop: Shop
let till: Awaited<ReturnType<typeof openTill>>
let shifts: Shifts
let coffee: string
beforeAll(async () => {
  shop = await openShop({ options: { TILLS: 'true' } })
  till = await openTill(shop)
  shifts = await shiftsOf(shop)
  coffee = await till.createProduct(1_000)
})
afterAll(() => shop.close())

/** Registers a till, and hands in there. */
async function register(name: string) {
  const device = await shop.admin()
  const { id, series } = (await device.post('/tills', { name })).body
  const handIn = (sales: unknown[], changes: object = {}) =>
    device.post('/sync/sales', { sentAt: new Date().toISOString(), sales, ...changes })
  const own = async () => (await device.get('/tills/me')).body
  return { id, series, device, handIn, own }
}

/** A coffee for cash, as a till writes it. */
const receipt = (number: number, changes: object = {}) => ({
  saleId: randomUUID(),
  soldAt: new Date(Date.now() - 60_000).toISOString(),
  number,
  userId: shop.ownerId,
  currencyId: usd,
  items: [{ productId: coffee, name: 'Coffee', quantity: 1, priceAtOrder: 250 }],
  tenders: [tender('Cash', 250)],
  amount: 2.5,
  pricesIncludeTax: true,
  taxes: [],
  ...changes,
})

const ofKey = (results: { status: string }[]) => results.map(({ status }) => status)
const order = async (id: string) => (await till.admin.get(`/store/orders/${id}`)).body

/** Without its key, nobody is known at a till. */
const stranger = ['user_not_on_till']

describe('sales that a till hands in', () => {
  it('are sold once, under their numbers and at their times, however often they come', async () => {
    const { handIn, own, id } = await register('Bar')
    const [first, second, third] = [receipt(1), receipt(2), receipt(3)]
    const { status, body } = await handIn([first, second])
    expect(status).toBe(200)
    expect(body.results).toMatchObject([
      { saleId: first.saleId, status: 'sold', receiptNumber: 'A-1', flags: stranger },
      { saleId: second.saleId, status: 'sold', receiptNumber: 'A-2' },
    ])
    const again = await Promise.all([handIn([second, third]), handIn([third, first])])
    const statuses = again.map(({ body }) => ofKey(body.results))
    expect(statuses.flat().filter((each) => each === 'sold')).toHaveLength(1)
    expect(statuses.flat().filter((each) => each === 'already')).toHaveLength(3)
    expect(await own()).toMatchObject({ lastNumber: 3, missing: [] })
    expect(await order(first.saleId)).toMatchObject({
      receiptNumber: 'A-1',
      tillId: id,
      total: 250,
    })
    const { createdAt, statedAt = createdAt } = await order(first.saleId)
    expect(statedAt).toBe(`${first.soldAt.slice(0, 19)}Z`)
    const stock = await till.stockOf(coffee)
    await handIn([first])
    expect(await till.stockOf(coffee)).toBe(stock)
  })
})

describe('what is handed in', () => {
  it('is booked as written, whatever has changed since, with what a person should look at', async () => {
    const { handIn, series } = await register('Flags')
    const tea = await till.createProduct(1, 'Tea')
    const cake = await till.createProduct(5, 'Cake')
    const gone = await till.createProduct(5, 'Gone')
    await till.admin.del(`/products/${gone}`)
    await changeStored(cake, { priceCents: 300 })
    const { id: userId } = await (await cashiersOf(shop)).login()
    const line = (productId: string, name: string, changes: object = {}) => ({
      items: [{ productId, name, quantity: 1, priceAtOrder: 250, ...changes }],
    })
    const sales = [
      receipt(1, {
        ...line(tea, 'Tea', { quantity: 3 }),
        amount: 7.5,
        tenders: [tender('Debit Card', 750)],
      }),
      receipt(2, line(cake, 'Cake')),
      receipt(3, line(gone, 'Gone by now')),
      receipt(4, { userId: randomUUID() }),
      receipt(5, {
        userId,
        discountAmount: 50,
        amount: 2,
        tenders: [tender('Cash', 200)],
      }),
      receipt(6, {
        items: [
          {
            productId: coffee,
            name: 'Coffee',
            quantity: 1,
            priceAtOrder: 250,
            taxId: 'moon',
          },
        ],
        taxes: [
          { taxId: 'moon', name: 'Moon', ratePercent: 25, netCents: 200, taxCents: 50 },
        ],
      }),
      receipt(7, { soldAt: new Date(Date.now() - 3_600_000).toISOString() }),
    ]
    const { body } = await handIn(sales)
    expect(body.results.map((each: { flags: string[] }) => each.flags)).toEqual(
      [
        ['stock_short'],
        ['price_differs'],
        ['product_gone'],
        ['user_gone'],
        ['discount_not_permitted'],
        ['tax_differs'],
        ['backdated'],
      ].map((flags) => expect.arrayContaining([...flags, ...stranger])),
    )
    expect(ofKey(body.results)).toEqual(sales.map(() => 'sold'))
    expect(await till.stockOf(tea)).toBe(0)
    expect(await order(sales[0]?.saleId ?? '')).toMatchObject({ total: 750, series })
    // Units that were not there do not come back
    const refunded = await till.admin.post(`/store/orders/${sales[0]?.saleId}/refund`, {})
    expect(refunded.status).toBe(200)
    expect(await till.stockOf(tea)).toBe(1)
    expect(await order(sales[2]?.saleId ?? '')).toMatchObject({
      items: [{ productName: 'Gone by now', priceAtOrder: 250 }],
    })
    const times = await Promise.all([5, 6].map((at) => order(sales[at]?.saleId ?? '')))
    expect(times[1].createdAt).toBe(times[0].createdAt)
    expect(times[1].statedAt).toBe(`${sales[6]?.soldAt.slice(0, 19)}Z`)
  })

  it('keeps its number, or has one of the shop where another sale has it', async () => {
    const { handIn, device, own, series } = await register('Numbers')
    await device.post('/store/orders/checkout', till.cart(coffee, 1, { number: 2 }))
    const { body } = await handIn([receipt(2), receipt(5_000), receipt(1)])
    const [taken, far, first] = body.results
    expect(taken.flags).toContain('number_differs')
    expect(taken.receiptNumber).not.toContain(series)
    expect([far, first].map(({ receiptNumber }) => receiptNumber)).toEqual([
      `${series}-5000`,
      `${series}-1`,
    ])
    // As many gaps as there may be, and more
    const even = Array.from({ length: 60 }, (_, at) => receipt(5_002 + 2 * at))
    for (let at = 0; at < even.length; at += 20) {
      const handed = await handIn(even.slice(at, at + 20))
      expect(ofKey(handed.body.results)).toEqual(Array(20).fill('sold'))
    }
    const { missing, lastNumber } = await own()
    expect(missing).toHaveLength(50)
    expect(lastNumber).toBe(5_120)
  })

  it('is the sale of the checkout whose answer was lost, and the other way round', async () => {
    const { handIn, device } = await register('Lost answers')
    const sale = receipt(1)
    // The base currency goes without saying there
    const cart = till.cart(coffee, 1, {
      number: 1,
      saleId: sale.saleId,
      paymentMethodId: undefined,
      currencyId: undefined,
      tenders: [tender('Cash', 250, { currencyId: undefined })],
    })
    const sold = await device.post('/store/orders/checkout', cart)
    expect((await handIn([sale])).body.results).toMatchObject([
      { status: 'already', orderId: sold.body.orderId },
    ])
    const later = receipt(2)
    await handIn([later])
    const late = till.cart(coffee, 1, { number: 2, saleId: later.saleId })
    const answered = await device.post('/store/orders/checkout', late)
    expect(answered).toMatchObject({ status: 201, body: { orderId: later.saleId } })
    const other = {
      ...late,
      amount: 5,
      items: [{ productId: coffee, quantity: 2, priceAtOrder: 250 }],
    }
    expect((await device.post('/store/orders/checkout', other)).body.code).toBe(
      'sale_differs',
    )
  })

  it('is kept for a person where it cannot be right, and an administrator books it', async () => {
    const { handIn } = await register('Refused')
    const first = receipt(1)
    await handIn([first])
    const old = new Date(Date.now() - 31 * 24 * 3_600_000).toISOString()
    const wrong: [object, object][] = [
      [{ amount: 3 }, { code: 'offline_sale_invalid', field: 'tenders' }],
      [
        { amount: 3, tenders: [tender('Cash', 300)] },
        { code: 'offline_sale_invalid', field: 'amount' },
      ],
      [
        { tenders: [tender('BTC', 250)] },
        { code: 'offline_tender_not_allowed', field: 'tenders[0]' },
      ],
      [{ saleId: first.saleId, amount: 2.5, ticketNotes: 'same' }, { status: 'already' }],
      [
        { saleId: first.saleId, tenders: [tender('Debit Card', 250)] },
        { code: 'sale_differs' },
      ],
      [
        { roundingCents: -60, tenders: [tender('Cash', 190)] },
        { field: 'roundingCents' },
      ],
      [{ items: [] }, { code: 'offline_sale_invalid', field: 'items' }],
      [
        { taxes: [{ taxId: 'a', name: 'A', ratePercent: 5, netCents: 1, taxCents: 1 }] },
        { field: 'taxes' },
      ],
      [{ number: 0 }, { field: 'number' }],
      [{ fiscal: 'x'.repeat(4_097) }, { field: 'fiscal' }],
    ]
    const { body } = await handIn([
      ...wrong.map(([changes], at) => receipt(at + 10, changes)),
      'nonsense',
      null,
    ])
    expect(body.results).toMatchObject([
      ...wrong.map(([, result]) => result),
      { status: 'refused', saleId: null },
      { status: 'refused', saleId: null },
    ])
    const forgotten = await register('Forgotten')
    const tooOld = receipt(1, { soldAt: old })
    expect((await forgotten.handIn([tooOld])).body.results).toMatchObject([
      { code: 'offline_sale_too_old', field: 'soldAt' },
    ])
    const charged = receipt(30, { amount: 3, tenders: [tender('Cash', 300)] })
    const beside = receipt(31, {
      saleId: first.saleId,
      tenders: [tender('Debit Card', 250)],
    })
    const accept = { accept: true, reason: 'the till was broken' }
    const booked = await handIn([charged, beside], accept)
    expect(ofKey(booked.body.results)).toEqual(['sold', 'sold'])
    expect((await forgotten.handIn([tooOld], accept)).body.results).toMatchObject([
      { status: 'sold' },
    ])
    expect((await handIn([beside], accept)).body.results).toMatchObject([
      { status: 'already', orderId: booked.body.results[1].orderId },
    ])
    const resent = await handIn([beside])
    expect(resent.body.results).toMatchObject([
      { status: 'already', orderId: booked.body.results[1].orderId },
    ])
    expect(booked.body.results[1].orderId).not.toBe(first.saleId)
    expect(await order(charged.saleId)).toMatchObject({ total: 300 })
    const { body: audit } = await till.admin.get('/audit?kind=order')
    expect(audit.map(({ after }: { after: object }) => after)).toContainEqual(
      expect.objectContaining({
        accepted: accept.reason,
        saleId: charged.saleId,
        adjustmentCents: 50,
      }),
    )
  })

  it('takes what is left of a product that changed, and says that its price is another', async () => {
    const { handIn } = await register('Changed')
    const mug = await till.createProduct(10, 'Mug')
    const line = { productId: mug, name: 'Mug', quantity: 1, priceAtOrder: 1 }
    const cheap = (number: number, changes: object) =>
      receipt(number, {
        items: [{ ...line, ...changes }],
        amount: 0.01,
        tenders: [tender('Cash', 1)],
      })
    const { body } = await handIn([
      cheap(1, { modifiers: [{ groupId: 'gone', optionId: 'gone' }] }),
      cheap(2, { variantId: randomUUID() }),
    ])
    for (const { flags } of body.results) {
      expect(flags).toEqual(expect.arrayContaining(['product_gone', 'price_differs']))
    }
    expect(await till.stockOf(mug)).toBe(8)
  })

  it('keeps lines apart by their names and taxes', async () => {
    const { handIn } = await register('Names')
    const line = { productId: coffee, name: 'Coffee', quantity: 1, priceAtOrder: 250 }
    const taxId = 'sun'
    const sale = receipt(1, {
      items: [
        line,
        { ...line, name: 'Large coffee' },
        { ...line, taxId },
        { ...line, quantity: 2 },
      ],
      amount: 12.5,
      tenders: [tender('Cash', 1_250)],
      taxes: [{ taxId, name: 'Sun', ratePercent: 25, netCents: 200, taxCents: 50 }],
    })
    await handIn([sale])
    expect(await order(sale.saleId)).toMatchObject({
      items: [
        { productName: 'Coffee', quantity: 3 },
        { productName: 'Large coffee', quantity: 1 },
        { productName: 'Coffee', quantity: 1 },
      ],
    })
  })

  it('gives back of a bundle what each of its parts took', async () => {
    const { handIn } = await register('Bundles')
    const cup = await till.createProduct(10, 'Cup')
    const spoon = await till.createProduct(3, 'Spoon')
    const set = await till.createProduct(0, 'Set')
    await makeBundle(set, { [cup]: 1, [spoon]: 2 })
    const sale = receipt(1, {
      items: [{ productId: set, name: 'Set', quantity: 2, priceAtOrder: 250 }],
      amount: 5,
      tenders: [tender('Cash', 500)],
    })
    await handIn([sale])
    expect([await till.stockOf(cup), await till.stockOf(spoon)]).toEqual([8, 0])
    const refund = `/store/orders/${sale.saleId}/refund`
    const one = { items: [{ productId: set, quantity: 1, priceAtOrder: 250 }] }
    expect((await till.admin.post(refund, one)).status).toBe(200)
    expect([await till.stockOf(cup), await till.stockOf(spoon)]).toEqual([9, 2])
    expect((await till.admin.post(refund, {})).status).toBe(200)
    expect([await till.stockOf(cup), await till.stockOf(spoon)]).toEqual([10, 3])
  })

  it('rounds cash as a currency may, and says where the shop does not', async () => {
    const { handIn } = await register('Rounding')
    const yen = currencies.find(({ acronym }) => acronym === 'JPY')?.id ?? ''
    const rounded = receipt(1, { roundingCents: -10, tenders: [tender('Cash', 240)] })
    const beyond = receipt(2, {
      roundingCents: 40,
      tenders: [tender('Debit Card', 250), tender('Cash', 40)],
    })
    const inYen = receipt(3, {
      currencyId: yen,
      items: [{ productId: coffee, name: 'Coffee', quantity: 1, priceAtOrder: 130_000 }],
      amount: 1_300,
      roundingCents: -500,
      tenders: [tender('Cash', 129_500, { currencyId: yen })],
    })
    const { body } = await handIn([rounded, beyond])
    expect(body.results).toMatchObject([
      { status: 'sold', flags: expect.arrayContaining(['price_differs']) },
      { status: 'refused', field: 'roundingCents' },
    ])
    const accept = { accept: true, reason: 'from Japan' }
    expect(ofKey((await handIn([inYen], accept)).body.results)).toEqual(['sold'])
    expect(await order(inYen.saleId)).toMatchObject({ total: 130_000 })
  })

  it('has no time before the number before it, whatever else claims that number', async () => {
    const { handIn } = await register('Times')
    const ago = (hours: number) => ({
      soldAt: new Date(Date.now() - hours * 3_600_000).toISOString(),
    })
    const first = receipt(1, ago(3))
    const second = receipt(2, ago(2))
    await handIn([first, second])
    const [twin, third] = [receipt(2, ago(9)), receipt(3, ago(8))]
    const { body } = await handIn([twin, third])
    expect(body.results).toMatchObject([
      { flags: expect.arrayContaining(['number_differs', 'backdated']) },
      { flags: expect.arrayContaining(['backdated']) },
    ])
    const created = async (saleId: string) => (await order(saleId)).createdAt
    expect(await created(twin.saleId)).toBe(await created(first.saleId))
    expect(await created(third.saleId)).toBe(await created(second.saleId))
  })

  it('is discounted by nobody who hands it in without that right', async () => {
    const { id } = await register('Discounts')
    const cashier = await (await cashiersOf(shop)).login()
    const { token } = (await till.admin.post(`/tills/${id}/token`, { token: true })).body
    const reduced = receipt(1, {
      discountAmount: 50,
      amount: 2,
      tenders: [tender('Cash', 200)],
    })
    const sent = { sentAt: new Date().toISOString(), sales: [reduced] }
    const { body } = await cashier.client.post('/sync/sales', sent, { 'x-till': token })
    expect(body.results).toMatchObject([
      { status: 'sold', flags: expect.arrayContaining(['discount_not_permitted']) },
    ])
  })

  it('is marked as seen by an administrator who has no part in it, if there is another', async () => {
    const { handIn } = await register('Seen')
    const sale = receipt(1)
    await handIn([sale])
    const flags = `/orders/${sale.saleId}/flags`
    const staff = await staffOf(shop)
    const adminRole = await staff.createRole({ isAdmin: true })
    const { credentials } = await staff.createUser(adminRole)
    const other = await shop.login(credentials)
    const reviewed = { reviewed: true }
    expect(await till.admin.put(flags, reviewed)).toMatchObject({ status: 403 })
    expect(await till.cashier.put(flags, reviewed)).toMatchObject({ status: 403 })
    expect(await other.put(flags, { reviewed: false })).toMatchObject({ status: 400 })
    expect(await other.put(flags, reviewed)).toMatchObject({ status: 200 })
    expect(await other.put(flags, reviewed)).toMatchObject({ status: 200 })
    expect(await order(sale.saleId)).toMatchObject({
      flags: ['user_not_on_till'],
      flagsReviewed: { userName: credentials.name },
    })
    const unseen = await till.admin.get('/orders/with-payments?flagged=true&limit=200')
    const ids = unseen.body.map(({ id }: { id: string }) => id)
    expect(ids).not.toContain(sale.saleId)
    const plain = await till.admin.post('/store/orders/checkout', till.cart(coffee))
    const unflagged = `/orders/${plain.body.orderId}/flags`
    expect(await other.put(unflagged, reviewed)).toMatchObject({ status: 400 })
  })

  it('needs its till, or an administrator who names it; of a revoked one an administrator', async () => {
    const { id, device } = await register('Stolen')
    const body = (sales: unknown[], changes: object = {}) => ({
      sentAt: new Date().toISOString(),
      sales,
      ...changes,
    })
    const refused = { status: 403, body: { message: 'Permission required' } }
    expect(await till.cashier.post('/sync/sales', body([receipt(1)]))).toMatchObject(
      refused,
    )
    const named = body([receipt(1)], { tillId: id })
    expect(await till.cashier.post('/sync/sales', named)).toMatchObject(refused)
    const cashierThere = await shop.userWith('orders_create')
    const { token } = (await till.admin.post(`/tills/${id}/token`, { token: true })).body
    const there = { 'x-till': token }
    const accepted = body([receipt(1)], { accept: true, reason: 'I say so' })
    expect(await cashierThere.post('/sync/sales', accepted, there)).toMatchObject(refused)
    const foreign = await register('Foreign')
    const ofOther = body([receipt(1)], { tillId: foreign.id })
    expect(await cashierThere.post('/sync/sales', ofOther, there)).toMatchObject(refused)
    expect((await till.admin.post('/sync/sales', named)).body.results).toMatchObject([
      { status: 'sold' },
    ])
    await till.admin.del(`/tills/${id}`)
    const late = body([receipt(2)])
    expect(await cashierThere.post('/sync/sales', late, there)).toMatchObject({
      status: 403,
      body: { code: 'till_revoked' },
    })
    const file = await till.admin.post('/sync/sales', body([receipt(2)], { tillId: id }))
    expect(file.body.results).toMatchObject([
      { status: 'sold', flags: expect.arrayContaining(['till_revoked']) },
    ])
    expect((await device.post('/sync/sales', body(Array(26).fill(0)))).status).toBe(400)
    expect((await device.post('/sync/sales', body([]))).status).toBe(400)
    const nowhere = body([receipt(3)], { tillId: randomUUID() })
    expect((await till.admin.post('/sync/sales', nowhere)).status).toBe(404)
  })
})

describe('the day of a sale that was handed in', () => {
  it('is that of its hand-in on X and Z, and a Z that is made never changes', async () => {
    const { handIn, id } = await register('Late')
    const early = receipt(1, { soldAt: new Date(Date.now() - 10_000).toISOString() })
    const before = await shifts.createShift({ initialAmount: 0 })
    await shifts.closeShift(before, { finalAmount: 0 })
    const { body: frozen } = await till.admin.get(`/shifts/${before}/breakdown`)
    const shiftId = await shifts.createShift({ initialAmount: 0 })
    const { body } = await handIn([early])
    expect(body.results[0].flags).toContain('late')
    const { byTill, flaggedSales } = await shifts.breakdown(shiftId)
    const ofTill = byTill?.find(({ tillId }: { tillId: string | null }) => tillId === id)
    expect(ofTill).toMatchObject({ cashSales: 2.5, firstNumber: 1, lastNumber: 1 })
    expect(flaggedSales).toMatchObject({ count: 1, total: 2.5 })
    expect((await till.admin.get(`/shifts/${before}/breakdown`)).body).toEqual(frozen)
    await shifts.closeShift(shiftId, { finalAmount: 0 })
  })

  it('adds nothing to sums where its currency is another, whatever is done with it later', async () => {
    const { handIn } = await register('Apart')
    const shiftId = await shifts.createShift({ initialAmount: 0 })
    const euro = currencies.find(({ acronym }) => acronym === 'EUR')?.id ?? ''
    const inEuro = (name: string) => tender(name, 250, { currencyId: euro })
    const apart = (number: number, name: string) =>
      receipt(number, { currencyId: euro, tenders: [inEuro(name)] })
    const sums = async () => {
      const { flaggedSales, bitcoinWithoutPayment, byPaymentMethod } =
        await shifts.breakdown(shiftId)
      return {
        flagged: flaggedSales?.total ?? 0,
        bitcoin: bitcoinWithoutPayment?.total ?? 0,
        byPaymentMethod,
      }
    }
    const before = await sums()
    const card = apart(1, 'Debit Card')
    const accept = { accept: true, reason: 'sold abroad' }
    const { body } = await handIn([card, apart(2, 'BTC')], accept)
    expect(ofKey(body.results)).toEqual(['sold', 'sold'])
    const corrected = await till.admin.put(`/orders/${card.saleId}/tenders`, {
      tenders: [inEuro('Cash')],
      reason: 'it was cash',
    })
    expect(corrected).toMatchObject({ status: 409, body: { code: 'currency_differs' } })
    expect(await sums()).toEqual(before)
  })
})
