import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sign } from '../../../shared/lightning/node/phoenixd/signature.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { putInvoice } from '../../../shared/selling/sales/payment-hashes.ts'
import { openBills } from '../../support/bills.ts'
import { cashiersOf } from '../../support/cashiers.ts'
import type { Answer } from '../../support/client.ts'
import { bearer } from '../../support/on-site-agent.ts'
import { tender } from '../../support/selling.ts'
import { openShop, type Shop, webhookSecret } from '../../support/shop.ts'
import { methodId, newPaymentHash, openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
type Cashier = Awaited<ReturnType<Awaited<ReturnType<typeof cashiersOf>>['login']>>
let maker: Cashier
let thief: Cashier
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  till = await openTill(shop)
  const cashiers = await cashiersOf(shop, 'orders_update')
  maker = await cashiers.login()
  thief = await cashiers.login()
})
afterAll(() => shop.close())

const ofAnother = {
  status: 409,
  body: { message: 'Payment was made for another user', code: 'payment_of_another_user' },
}
const alreadySold = {
  status: 409,
  body: { message: 'Payment was used for another sale', code: 'payment_already_sold' },
}

const cartFor = async (paymentHash: string, changes: object = {}) =>
  till.cart(await till.createProduct(5), 1, {
    paymentMethodId: methodId('BTC'),
    paymentHash,
    ...changes,
  })

const paidInvoice = async () => {
  const paymentHash = await maker.createInvoice(1_000)
  await shop.node.pay({ paymentHash })
  return paymentHash
}

const notify = (paymentHash: string) => {
  const raw = JSON.stringify({ type: 'payment_received', amountSat: 1_000, paymentHash })
  const headers = { 'X-Node-Signature': sign(webhookSecret, raw) }
  return shop.anonymous().send('POST', '/webhook/node', raw, headers)
}

const audited = async (paymentHash: string) =>
  (await till.admin.get('/audit?kind=payment')).body.filter(
    ({ subjectId }: { subjectId: string }) => subjectId === paymentHash,
  )

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

describe('a payment', () => {
  it('sells for who made its invoice and for nobody else, before and after it is paid', async () => {
    const paymentHash = await maker.createInvoice(1_000)
    const cart = await cartFor(paymentHash)
    expect(await thief.checkout(cart)).toMatchObject(ofAnother)
    await shop.node.pay({ paymentHash })
    expect(await thief.checkout(cart)).toMatchObject(ofAnother)
    expect(await thief.checkoutIfPaid(cart)).toMatchObject(ofAnother)
    const tenders = [tender('BTC', 250, { paymentHash: paymentHash.toUpperCase() })]
    const { amount, items, userId } = cart
    const split = { amount, items, userId, tenders }
    expect(await thief.checkout(split)).toMatchObject(ofAnother)
    expect(await audited(paymentHash)).toMatchObject(
      Array(4).fill({
        userId: thief.id,
        after: { refused: 'payment_of_another_user', madeBy: maker.id },
      }),
    )
    expect(await maker.checkoutIfPaid(cart)).toMatchObject({ status: 200 })
  })

  it('of a bill sells for who made its invoice', async () => {
    const bills = await openBills(shop)
    const id = await bills.createBill([100])
    const paymentHash = await paidInvoice()
    const body = { userId: maker.id, tenders: [tender('BTC', 100, { paymentHash })] }
    const settle = ({ client }: Cashier) => client.post(`/orders/${id}/settle`, body)
    expect(await settle(thief)).toMatchObject(ofAnother)
    expect(await settle(maker)).toMatchObject({ status: 200 })
    expect(await settle(maker)).toMatchObject({ status: 200 })
    const other = {
      ...body,
      tenders: [tender('BTC', 101, { paymentHash })],
      tipAmount: 0.01,
    }
    expect(await maker.client.post(`/orders/${id}/settle`, other)).toMatchObject(
      alreadySold,
    )
  })

  it('that an administrator asked for sells for every administrator', async () => {
    const [one, other] = [await shop.admin(), await shop.admin()]
    const invoice = await one.post('/wallet/invoice', { description: 'top-up' })
    const cart = await cartFor(invoice.body.paymentHash, { amount: 0 })
    expect(await maker.checkout(cart)).toMatchObject(ofAnother)
    const sold = await other.post('/store/orders/checkout', cart)
    expect(sold).toMatchObject({ status: 201 })
  })

  describe('of an API key', () => {
    const openKey = async () => {
      const permissions = ['orders_create', 'orders_settle']
      const body = { name: 'Web shop', permissions }
      const { id, secret } = (await till.admin.post('/api-keys', body)).body
      const post = (path: string, body: object) =>
        shop.anonymous().post(path, body, bearer(secret))
      return {
        id: id as string,
        post,
        checkout: (cart: object) => post('/store/orders/checkout', cart),
        createInvoice: async () => {
          const input = { description: 'coffee', amountSat: 1_000 }
          return (await post('/wallet/createinvoice', input)).body.paymentHash as string
        },
      }
    }

    it('sells for that key, and for no other, nor for a colleague', async () => {
      const [own, other] = [await openKey(), await openKey()]
      const paymentHash = await own.createInvoice()
      await shop.node.pay({ paymentHash })
      const cart = await cartFor(paymentHash)
      expect(await other.checkout(cart)).toMatchObject(ofAnother)
      expect(await maker.checkout(cart)).toMatchObject(ofAnother)
      const bill = await (await openBills(shop)).createBill([250])
      const tenders = [tender('BTC', 250, { paymentHash })]
      const settled = { userId: shop.ownerId, tenders }
      expect(await other.post(`/orders/${bill}/settle`, settled)).toMatchObject(ofAnother)
      expect(await audited(paymentHash)).toMatchObject([
        { userId: other.id, after: { madeBy: own.id } },
        { userId: maker.id, after: { madeBy: own.id } },
        { userId: other.id, after: { madeBy: own.id } },
      ])
      expect(await own.checkout(cart)).toMatchObject({ status: 201 })
    })

    it('sells for administrators', async () => {
      const cart = await cartFor(await (await openKey()).createInvoice())
      expect(await till.admin.post('/store/orders/checkout', cart)).toMatchObject({
        status: 201,
      })
    })

    it('of an earlier release sells for its maker and their keys', async () => {
      const paymentHash = newPaymentHash()
      const invoice = { madeBy: shop.ownerId, isByAdmin: false, amountSat: 1_000 }
      await transact([putInvoice(paymentHash, invoice)])
      const cart = await cartFor(paymentHash)
      expect(await thief.checkout(cart)).toMatchObject(ofAnother)
      expect(await (await openKey()).checkout(cart)).toMatchObject({ status: 201 })
    })

    it('is none that its maker asked for', async () => {
      const input = { description: 'coffee', amountSat: 1_000 }
      const { body } = await till.admin.post('/wallet/createinvoice', input)
      const cart = await cartFor(body.paymentHash)
      expect(await (await openKey()).checkout(cart)).toMatchObject(ofAnother)
      expect(await till.admin.post('/store/orders/checkout', cart)).toMatchObject({
        status: 201,
      })
    })
  })

  it('that nobody here asked for sells for administrators once it was notified', async () => {
    const paymentHash = newPaymentHash()
    const cart = await cartFor(paymentHash)
    await notify(paymentHash)
    expect(await maker.checkoutIfPaid(cart)).toMatchObject(ofAnother)
    expect(await till.admin.post('/store/orders/checkout', cart)).toMatchObject({
      status: 201,
    })
  })

  it('of which nothing is known here sells as before', async () => {
    expect(await maker.checkout(await cartFor(newPaymentHash()))).toMatchObject({
      status: 201,
    })
  })
})

describe('a sold payment', () => {
  it('is returned for the same lines, amount and tip, whoever asks, and for nothing else', async () => {
    const cart = await cartFor(await paidInvoice(), { amount: 3, tipAmount: 0.5 })
    const sold = await maker.checkout(cart)
    expect(sold).toMatchObject({ status: 201 })
    const [line] = cart.items as object[]
    for (const changes of [
      { amount: 3.01 },
      { tipAmount: 0.4 },
      { items: [{ ...line, quantity: 2 }] },
      { items: [{ ...line, priceAtOrder: 1 }] },
      { items: [] },
    ]) {
      for (const cashier of [maker, thief]) {
        const other = { ...cart, ...changes }
        expect(await cashier.checkout(other)).toMatchObject(alreadySold)
        expect(await cashier.checkoutIfPaid(other)).toMatchObject(alreadySold)
      }
    }
    const again = { ...cart, ticketNotes: 'again', paymentMethodId: methodId('Cash') }
    expect(await maker.checkout(again)).toMatchObject({ status: 201, body: sold.body })
    const [entry] = await audited(cart.paymentHash as string)
    expect(entry).toMatchObject({
      userId: maker.id,
      after: { refused: 'payment_already_sold', orderId: sold.body.orderId },
    })
  })
})

describe('parallel sales of one payment', () => {
  const statuses = (answers: readonly Answer[]) =>
    new Set(answers.map(({ status }) => status))

  it('sell for its maker, however many others try', async () => {
    const paymentHash = await paidInvoice()
    const cart = await cartFor(paymentHash)
    const answers = await times(12, (at) => (at % 3 ? thief : maker).checkout(cart))
    const ofMaker = answers.filter((_, at) => at % 3 === 0)
    expect(statuses(ofMaker)).toEqual(new Set([201]))
    expect(new Set(ofMaker.map(({ body }) => body.orderId)).size).toBe(1)
    // A thief with the same cart may get the response of the maker's sale
    const orders = await till.listOrders()
    const { orderId } = ofMaker[0]?.body ?? {}
    const made = orders.filter(
      (order: { items: { productId: string }[] }) =>
        order.items[0]?.productId ===
        (cart.items as { productId: string }[])[0]?.productId,
    )
    expect(made).toMatchObject([{ id: orderId }])
  })

  it('sell one of two carts; the other is refused', async () => {
    const paymentHash = await paidInvoice()
    const [one, other] = [await cartFor(paymentHash), await cartFor(paymentHash)]
    const answers = await times(12, (at) => maker.checkout(at % 2 ? one : other))
    const sold = answers.filter(({ status }) => status === 201)
    expect(statuses(answers)).toEqual(new Set([201, 409]))
    expect([sold.length, new Set(sold.map(({ body }) => body.orderId)).size]).toEqual([
      6, 1,
    ])
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(answer).toMatchObject(alreadySold)
    }
  })
})
