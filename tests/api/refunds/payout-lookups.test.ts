import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { handler as runSchedule } from '../../../functions/refunds/handler.ts'
import { approved, sendApproved } from '../../support/approvals.ts'
import { sellToRefund } from '../../support/refund-books.ts'
import { refundsOf, refusedRefund } from '../../support/refunds.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import { staffOf } from '../../support/staff.ts'
import { openTill, type Till } from '../../support/till.ts'
import { openWallet, sentBy } from '../../support/wallet-client.ts'

let shop: Shop
let till: Till
let refunds: ReturnType<typeof refundsOf>
let wallet: Awaited<ReturnType<typeof openWallet>>
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  till = await openTill(shop)
  wallet = await openWallet(shop)
  refunds = refundsOf(shop, till)
})
afterAll(() => shop.close())
afterEach(async () => {
  vi.useRealTimers()
  await shop.node.clearFaults()
})

/** A user of its own, who may not refund. */
async function newCashier() {
  const staff = await staffOf(shop)
  const role = await staff.createRoleWith('orders_create', 'orders_read', 'orders_update')
  return shop.login((await staff.createUser(role)).credentials)
}

const sold = () => sellToRefund(till, refunds)

describe('a lost response of the node', () => {
  const inProgress = refusedRefund('refund_in_progress')

  it.each([{ cut: true }, { wrongJson: true }])('is looked up: %j', async (fault) => {
    const { coffee, orderId, invoice } = await sold()
    await shop.node.faults({ ...fault, path: '/payinvoice' })
    const sent = await sentBy(wallet, async () => {
      expect(await refunds.refund(orderId, { invoice })).toMatchObject({ status: 200 })
    })
    expect([sent, await till.stockOf(coffee)]).toEqual([1_000, 5])
  })

  it('leaves the refund begun until the node knows, and is never kept under the key', async () => {
    const { coffee, orderId, invoice } = await sold()
    const key = { 'Idempotency-Key': randomUUID() }
    await shop.node.faults({ refuse: true, path: '/payinvoice' })
    const sent = await sentBy(wallet, async () => {
      expect(await refunds.refund(orderId, { invoice }, key)).toMatchObject(inProgress)
      await shop.node.clearFaults()
      expect(await refunds.refund(orderId, { invoice }, key)).toMatchObject(inProgress)
      expect(await refunds.refund(orderId, {})).toMatchObject(inProgress)
      const other = await refunds.refund(orderId, { amountCents: 1 }, key)
      expect(other.status).toBe(422)
      expect((await till.getOrder(orderId)).body).toMatchObject({
        status: 'closed',
        refunds: [],
      })
      // The customer's wallet is paid in another way, and the node then knows the payment
      await wallet.post('/wallet/payinvoice', { invoice })
      const answer = await refunds.refund(orderId, { invoice }, key)
      expect(answer).toMatchObject({ status: 200, body: { satoshiAmount: 1_000 } })
      expect(await refunds.refund(orderId, { invoice }, key)).toMatchObject({
        status: 200,
        body: answer.body,
      })
    })
    expect([sent, await till.stockOf(coffee)]).toEqual([1_000, 5])
  })

  it('is not stuck behind a first attempt that failed', async () => {
    const { orderId, invoice } = await sold()
    const failing = { paymentFailure: 'routing fees are insufficient' }
    await shop.node.faults(failing)
    expect(await refunds.refund(orderId, { invoice })).toMatchObject({ status: 422 })
    await shop.node.faults({ ...failing, cut: true, path: '/payinvoice' })
    expect(await refunds.refund(orderId, { invoice })).toMatchObject({
      status: 503,
      body: { reason: 'node_unavailable' },
    })
    await shop.node.clearFaults()
    expect(await refunds.refund(orderId, { invoice })).toMatchObject({ status: 200 })
  })

  it.each(['a read of the order', 'the schedule', 'the next call', 'another refund'])(
    'is found by %s',
    async (finder) => {
      const { coffee, orderId, invoice } = await sold()
      const key = { 'Idempotency-Key': randomUUID() }
      await shop.node.faults({ refuse: true, path: '/payinvoice' })
      expect(await refunds.refund(orderId, { invoice }, key)).toMatchObject(inProgress)
      await shop.node.clearFaults()
      await wallet.post('/wallet/payinvoice', { invoice })
      if (finder === 'a read of the order') await till.getOrder(orderId)
      if (finder === 'the schedule') await runSchedule()
      if (finder === 'the next call') {
        expect((await refunds.refund(orderId, { invoice })).status).toBe(200)
      }
      if (finder === 'another refund') {
        expect(await refunds.refund(orderId)).toMatchObject(
          refusedRefund('already_refunded'),
        )
      }
      expect((await till.getOrder(orderId)).body).toMatchObject({ status: 'refunded' })
      expect(await till.stockOf(coffee)).toBe(5)
      const { body } = await refunds.refund(orderId, { invoice }, key)
      expect(body).toMatchObject({ orderId, refundInvoice: invoice, status: 'refunded' })
    },
  )

  it('ends a refund without the approval of the one that found it', async () => {
    const { orderId, invoice } = await sold()
    await shop.node.faults({ refuse: true, path: '/payinvoice' })
    const begun = await refunds.refund(orderId, { invoice, amountCents: 500 })
    expect(begun).toMatchObject(inProgress)
    await shop.node.clearFaults()
    await wallet.post('/wallet/payinvoice', { invoice })
    const request = {
      method: 'POST' as const,
      path: `/store/orders/${orderId}/refund`,
      body: {},
      permission: 'orders_refund',
    }
    const manager = { userId: shop.ownerId, pin: owner.pin }
    const cashier = await newCashier()
    const headers = await approved(cashier, manager, request)
    // Nothing is left once the first refund has ended, so the approval is not used
    for (const _ of [1, 2]) {
      expect(await sendApproved(cashier, request, headers)).toMatchObject(
        refusedRefund('already_refunded'),
      )
    }
    const { body } = await till.admin.get('/audit?kind=refund')
    const entry = body.find(
      ({ subjectId }: { subjectId: string }) => subjectId === orderId,
    )
    expect(entry).toMatchObject({ userId: shop.ownerId })
    expect(entry.approvedBy ?? null).toBeNull()
  })

  it('names who approved it where it ends later', async () => {
    const { orderId, invoice } = await sold()
    const request = {
      method: 'POST' as const,
      path: `/store/orders/${orderId}/refund`,
      body: { invoice },
      permission: 'orders_refund',
    }
    const manager = { userId: shop.ownerId, pin: owner.pin }
    const cashier = await newCashier()
    const headers = await approved(cashier, manager, request)
    await shop.node.faults({ refuse: true, path: '/payinvoice' })
    const begun = await sendApproved(cashier, request, headers)
    expect(begun).toMatchObject(inProgress)
    await shop.node.clearFaults()
    await wallet.post('/wallet/payinvoice', { invoice })
    await runSchedule()
    const { body } = await till.admin.get('/audit?kind=refund')
    const entry = body.find(
      ({ subjectId }: { subjectId: string }) => subjectId === orderId,
    )
    expect(entry).toMatchObject({ approvedBy: shop.ownerId })
  })

  it('is given up once the node knows no payment and the invoice has expired', async () => {
    const { coffee, orderId, invoice } = await sold()
    await shop.node.faults({ refuse: true, path: '/payinvoice' })
    expect(await refunds.refund(orderId, { invoice })).toMatchObject(inProgress)
    await shop.node.clearFaults()
    await runSchedule()
    expect(await refunds.refund(orderId)).toMatchObject(inProgress)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
    await runSchedule()
    expect(await refunds.refund(orderId)).toMatchObject({
      status: 200,
      body: { satoshiAmount: 0 },
    })
    expect(await till.stockOf(coffee)).toBe(5)
  })

  it('stays begun as long as the node may still be paying, also past the invoice', async () => {
    const { orderId, invoice } = await sold()
    await shop.node.faults({ pending: true, cut: true, path: '/payinvoice' })
    expect(await refunds.refund(orderId, { invoice })).toMatchObject(inProgress)
    await shop.node.clearFaults()
    const days = 24 * 60 * 60_000
    for (const after of [700_000, 15 * days + 1_000]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + after })
      await runSchedule()
      vi.useRealTimers()
      const { status } = await refunds.refund(orderId, { amountCents: 1 })
      expect(status).toBe(after > days ? 200 : 409)
    }
  })
})

test('an Idempotency-Key that has expired begins another refund, and none logs an error', async () => {
  const logged = vi.spyOn(console, 'log')
  const { orderId } = await sold()
  const headers = { 'idempotency-key': randomUUID() }
  const invoice = await refunds.invoiceOf(100)
  const body = { invoice, amountCents: 100 }
  const first = await refunds.refund(orderId, body, headers)
  expect(first).toMatchObject({ status: 200, body: { amountCents: 100 } })
  expect((await refunds.refund(orderId, body, headers)).body).toEqual(first.body)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60_000 })
  const admin = await shop.admin()
  const later = await admin.post(
    `/store/orders/${orderId}/refund`,
    { amountCents: 300 },
    headers,
  )
  expect(later).toMatchObject({ status: 200, body: { amountCents: 300 } })
  const errors = logged.mock.calls.filter(([line]) => line.includes('"level":"error"'))
  expect(errors).toEqual([])
})
