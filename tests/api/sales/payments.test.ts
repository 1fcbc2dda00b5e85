import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTicketBook, type TicketBook, unknownIds } from '../../support/tickets.ts'
import { methodId, usd } from '../../support/till.ts'

let shop: Shop
let book: TicketBook
beforeAll(async () => {
  shop = await openShop()
  book = await openTicketBook(shop)
})
afterAll(() => shop.close())

const notCreated = { status: 400, body: 'Failed to create payment' }

it('returns a bare string while there are no payments', async () => {
  expect(await book.admin.get('/payments')).toMatchObject({
    status: 200,
    body: 'No payments found',
  })
})

describe('POST /payments', () => {
  it('creates a payment with exactly the documented fields', async () => {
    const answer = await book.admin.post(
      '/payments',
      book.paymentInput({ amount: 4.005 }),
    )
    expect(answer).toMatchObject({
      status: 201,
      body: { id: expect.any(String), message: 'Payment added successfully' },
    })
    const { body } = await book.admin.get(`/payments/${answer.body.id}`)
    expect(body).toEqual({
      id: answer.body.id,
      methodId: methodId('Cash'),
      currencyId: usd,
      transactionId: '',
      amount: 4.01,
    })
    expect((await book.admin.get('/payments')).body).toContainEqual(body)
  })

  it.each([
    ['a blank method', { methodId: '' }],
    ['an unknown method', { methodId: randomUUID() }],
    ['a blank currency', { currencyId: ' ' }],
    ['an unknown currency', { currencyId: randomUUID() }],
    ['a missing method', { methodId: undefined }],
    ['an amount that is not a number', { amount: '4.50' }],
    ['a missing amount', { amount: undefined }],
    ['a transaction that is not text', { transactionId: 7 }],
  ])('returns 400 for %s', async (_, changes) => {
    const answer = await book.admin.post('/payments', book.paymentInput(changes))
    expect(answer).toMatchObject(notCreated)
  })

  it('creates one payment for a repeated Idempotency-Key', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const input = book.paymentInput()
    const first = await book.admin.post('/payments', input, key)
    const again = await book.admin.post('/payments', input, key)
    expect(again.body).toEqual(first.body)
  })
})

describe('PUT /payments/{id}', () => {
  it('keeps a transactionId that is left out and clears one that is null', async () => {
    const id = await book.createPayment({ transactionId: 'card 42' })
    const update = (changes: object) =>
      book.admin.put(`/payments/${id}`, book.paymentInput(changes))
    const current = async () => (await book.admin.get(`/payments/${id}`)).body

    expect(await update({ methodId: methodId('Credit Card'), amount: 7 })).toMatchObject({
      status: 200,
      body: { id, message: 'Payment updated successfully' },
    })
    expect(await current()).toMatchObject({
      methodId: methodId('Credit Card'),
      transactionId: 'card 42',
      amount: 7,
    })
    await update({ transactionId: null })
    expect(await current()).toMatchObject({ transactionId: '', amount: 4.5 })
  })

  it('changes the payment method shown on its order', async () => {
    const { orderId } = await book.createSale()
    const paymentId = await book.createPayment({ methodId: methodId('Bank Transfer') })
    await book.linkPayment(paymentId, await book.createTicket(orderId))
    expect(await book.paymentMethodsOf(orderId)).toBe('Cash,Bank Transfer')
    await book.admin.put(
      `/payments/${paymentId}`,
      book.paymentInput({ methodId: methodId('Debit Card') }),
    )
    expect(await book.paymentMethodsOf(orderId)).toBe('Cash,Debit Card')
  })

  it.each([
    ['a blank method', { methodId: '' }, 'Payment method not found'],
    ['an unknown method', { methodId: randomUUID() }, 'Payment method not found'],
    ['an unknown currency', { currencyId: randomUUID() }, 'Currency not found'],
  ])('returns 404 for %s', async (_, changes, text) => {
    const id = await book.createPayment()
    const answer = await book.admin.put(`/payments/${id}`, book.paymentInput(changes))
    expect(answer).toMatchObject({ status: 404, body: text })
  })

  it('returns 400 for a missing amount', async () => {
    const id = await book.createPayment()
    const input = book.paymentInput({ amount: undefined })
    expect(await book.admin.put(`/payments/${id}`, input)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('amount') },
    })
  })
})

describe('DELETE /payments/{id}', () => {
  const inUse = {
    status: 400,
    body: 'Failed to delete payment or payment is in use',
  }

  it('deletes a payment without tickets', async () => {
    const id = await book.createPayment()
    expect(await book.admin.del(`/payments/${id}`)).toMatchObject({ status: 204 })
    expect(await book.admin.del(`/payments/${id}`)).toMatchObject(inUse)
  })

  it('returns 400 for a payment that is linked to a ticket', async () => {
    const { paymentId } = await book.createSale()
    expect(await book.admin.del(`/payments/${paymentId}`)).toMatchObject(inUse)
    expect((await book.admin.get(`/payments/${paymentId}`)).status).toBe(200)
  })
})

it.each(unknownIds)('returns 404 for the unknown payment %s', async (id) => {
  expect(await book.admin.get(`/payments/${id}`)).toMatchObject({
    status: 404,
    body: 'Payment not found',
  })
  expect(await book.admin.put(`/payments/${id}`, book.paymentInput())).toMatchObject({
    status: 404,
    body: `Payment with ID: ${id} not found`,
  })
  expect((await book.admin.del(`/payments/${id}`)).status).toBe(400)
})
