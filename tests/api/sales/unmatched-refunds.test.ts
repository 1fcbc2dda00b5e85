import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Bills, openBills } from '../../support/bills.ts'
import type { Answer } from '../../support/client.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { newPaymentHash, openTill, type Till } from '../../support/till.ts'
import { openWallet, sentBy } from '../../support/wallet-client.ts'
import { notifyShop } from '../../support/watchers.ts'

let shop: Shop
let admin: Till['admin']
let bills: Bills
let wallet: Awaited<ReturnType<typeof openWallet>>
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  admin = (await openTill(shop)).admin
  bills = await openBills(shop)
  wallet = await openWallet(shop)
})
afterAll(() => shop.close())
afterEach(() => shop.node.clearFaults())

/** A payment that the node has received and reported; returns its hash. */
async function receive(amountSat: number): Promise<string> {
  const { body } = await admin.post('/wallet/createinvoice', {
    description: 'a gift',
    amountSat,
  })
  const { paymentHash } = body as { paymentHash: string }
  await shop.node.pay({ paymentHash })
  return paymentHash
}

const invoiceOf = async (amountSat: number | null): Promise<string> =>
  (await shop.node.invoice({ amountSat })).body.serialized

const refund = (hash: string, invoice: string, headers?: Record<string, string>) =>
  admin.post(`/payments/unmatched/${hash}/refund`, { invoice }, headers)

const dismiss = (hash: string) =>
  admin.post(`/payments/unmatched/${hash}/dismiss`, { reason: 'a test' })

const isListed = async (hash: string): Promise<boolean> =>
  (await admin.get('/payments/unmatched')).body.some(
    ({ paymentHash }: { paymentHash: string }) => paymentHash === hash,
  )

const refused = (status: number, code: string) => ({ status, body: { code } })

it('pays back what was received, once, and counts it', async () => {
  const { body: shift } = await admin.post('/shifts', {
    userId: shop.ownerId,
    shiftDate: '2026-05-01',
    startTime: '08:00',
    notes: '',
  })
  const hash = await receive(2_000)
  expect(await refund(hash, await invoiceOf(2_001))).toMatchObject(
    refused(409, 'refund_invoice_amount_mismatch'),
  )
  expect(await refund(hash, await invoiceOf(null))).toMatchObject(
    refused(409, 'refund_invoice_missing_amount'),
  )
  expect(await refund(hash, 'no invoice')).toMatchObject({ status: 400 })
  const key = { 'idempotency-key': randomUUID() }
  const invoice = await invoiceOf(2_000)
  const sent = await sentBy(wallet, async () => {
    const paid = await refund(hash, invoice, key)
    expect(paid).toMatchObject({ status: 200, body: { satoshiAmount: 2_000 } })
    const { body } = paid
    expect(await refund(hash, invoice, key)).toMatchObject({ status: 200, body })
  })
  expect(sent).toBe(2_000)
  expect(await isListed(hash)).toBe(false)
  const orderId = await bills.createBill([100])
  for (const answer of [
    await refund(hash, await invoiceOf(2_000)),
    await dismiss(hash),
    await admin.post(`/payments/unmatched/${hash}/attach`, { orderId, cents: 100 }),
  ]) {
    expect(answer).toMatchObject(refused(409, 'payment_refunded'))
  }
  const { body: breakdown } = await admin.get(`/shifts/${shift.id}/breakdown`)
  expect(breakdown.unsoldPayments).toEqual({
    received: 2_000,
    sold: 0,
    refunded: 2_000,
    dismissed: 0,
    open: 0,
  })
})

it('pays out by the word of the node alone', async () => {
  const hash = newPaymentHash()
  await notifyShop(shop, { paymentHash: hash, amountSat: 5_000 })
  expect(await isListed(hash)).toBe(true)
  const answer = await refund(hash, await invoiceOf(5_000))
  expect(answer.status, JSON.stringify(answer.body)).toBeGreaterThanOrEqual(404)
  expect(answer.status).toBeLessThan(500)
  expect(await isListed(hash)).toBe(true)
  expect(await refund('x', await invoiceOf(1))).toMatchObject({ status: 404 })
})

it('that the node refuses leaves the payment unmatched', async () => {
  const hash = await receive(300)
  await shop.node.faults({ paymentFailure: 'not enough funds in wallet' })
  expect(await refund(hash, await invoiceOf(300))).toMatchObject({ status: 402 })
  expect(await isListed(hash)).toBe(true)
  expect(await dismiss(hash)).toMatchObject({ status: 204 })
})

it('whose answer was lost is looked up, and pays once', async () => {
  const hash = await receive(4_000)
  await shop.node.faults({ cut: true, path: '/payinvoice' })
  const invoice = await invoiceOf(4_000)
  const sent = await sentBy(wallet, async () => {
    expect(await refund(hash, invoice)).toMatchObject({ status: 200 })
  })
  expect(sent).toBe(4_000)
  expect(await isListed(hash)).toBe(false)
  expect(await dismiss(hash)).toMatchObject(refused(409, 'payment_refunded'))
})

it('beside an attachment, a dismissal and another refund: one of them', async () => {
  for (let round = 0; round < 3; round += 1) {
    const hash = await receive(500)
    const orderId = await bills.createBill([100])
    const invoices = [await invoiceOf(500), await invoiceOf(500)]
    let answers: Answer[] = []
    const sent = await sentBy(wallet, async () => {
      answers = await Promise.all([
        ...invoices.map((invoice) => refund(hash, invoice)),
        admin.post(`/payments/unmatched/${hash}/attach`, { orderId, cents: 50 }),
        dismiss(hash),
      ])
    })
    const done = answers.filter(({ status }) => status < 300)
    expect(done).toHaveLength(1)
    const isPaidBack = answers.slice(0, 2).some(({ status }) => status === 200)
    expect(sent).toBe(isPaidBack ? 500 : 0)
    expect(await isListed(hash)).toBe(false)
  }
})
