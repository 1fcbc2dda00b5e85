import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { read } from '../../../shared/platform/dynamodb/read.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { put } from '../../../shared/platform/dynamodb/write.ts'
import { payOut } from '../../../shared/selling/refunds/pay-out.ts'
import { readPayoutBase } from '../../../shared/selling/refunds/payout-base.ts'
import {
  findPayout,
  openPayouts,
  type PayoutRecord,
  updateToPaid,
} from '../../../shared/selling/refunds/payouts.ts'
import {
  settlePayout,
  withSettledRefund,
} from '../../../shared/selling/refunds/settle-payout.ts'
import { findOrder, type Order, orderKey } from '../../../shared/selling/sales/orders.ts'
import {
  refundGuardKey,
  upsertNotification,
} from '../../../shared/selling/sales/payment-hashes.ts'
import {
  incoming,
  newHash,
  outgoing,
  paid,
  payoutToMake,
  result,
  soldOrder,
  withTableAndNode,
} from '../../support/payouts.ts'

const opened = withTableAndNode()
afterEach(() => vi.restoreAllMocks())

/** Scripts the node's knowledge of the invoice before and after the payment. */
function script({ pay, before, after, received }: Record<string, unknown> = {}) {
  let isAsked = false
  opened.node.answerWith(({ path }) => {
    const known = (body: unknown) =>
      body ? { body } : { status: 404, body: 'not found' }
    if (path.startsWith('/payments/outgoingbyhash/'))
      return known(isAsked ? after : before)
    if (path.startsWith('/payments/incoming/')) {
      return known(received && { ...received, paymentHash: path.split('/').at(-1) })
    }
    isAsked = true
    return pay as never
  })
}

const paying = { pay: { body: result }, after: paid }
const asked = () => opened.node.calls.filter(({ path }) => path === '/payinvoice').length

/** Reads the records of an order's payout. */
async function recorded(
  { id }: Order,
  { refund, terms }: ReturnType<typeof payoutToMake>,
) {
  const [order, payout, guard] = await Promise.all([
    findOrder(id),
    findPayout(refund.id),
    read(refundGuardKey(terms.paymentHash)),
  ])
  return {
    refunding: order?.refunding?.id,
    refunds: order?.sale?.refunds?.map((each) => each.id),
    payout: payout && { state: payout.state, isCalled: payout.isCalled },
    guard: guard && { orderId: guard.orderId, refundId: guard.refundId },
  }
}
const free = {
  refunding: undefined,
  refunds: undefined,
  payout: undefined,
  guard: undefined,
}

describe('a payout', () => {
  it('pays its invoice once, and ends with the refund on the order', async () => {
    const order = await soldOrder()
    const one = payoutToMake(order)
    script(paying)
    const after = await payOut(one)
    const forms = opened.node.calls.map(({ form }) => form.get('invoice'))
    expect(forms).toContain(one.refund.invoice)
    expect(asked()).toBe(1)
    expect(after).toMatchObject({
      ...orderKey(order.id),
      sale: { refunds: [{ id: one.refund.id }] },
    })
    expect(after).not.toHaveProperty('refunding')
    expect(await recorded(order, one)).toEqual({
      ...free,
      refunds: [one.refund.id],
      guard: { orderId: order.id, refundId: one.refund.id },
    })
    const again = payoutToMake(await soldOrder(), one.terms.paymentHash)
    script(paying)
    await expect(payOut(again)).rejects.toMatchObject({ kind: 'alreadyRefunded' })
    expect(asked()).toBe(0)
  })

  it('is given up when the node refuses', async () => {
    const order = await soldOrder()
    const one = payoutToMake(order)
    script({ pay: { body: { reason: 'not enough funds in wallet' } } })
    await expect(payOut(one)).rejects.toMatchObject({ reason: 'insufficient_funds' })
    expect(await recorded(order, one)).toEqual(free)
    script(paying)
    const later = { ...one, order: (await findOrder(order.id)) as Order }
    expect(await payOut(later)).toMatchObject({
      sale: { refunds: [{ id: one.refund.id }] },
    })
  })

  it('stays begun while its outcome is unknown, and ends once the node knows it', async () => {
    const order = await soldOrder()
    const one = payoutToMake(order)
    script()
    await expect(payOut(one)).rejects.toMatchObject({ kind: 'refundInProgress' })
    expect(await recorded(order, one)).toEqual({
      ...free,
      refunding: one.refund.id,
      payout: { state: 'begun', isCalled: true },
      guard: { orderId: order.id, refundId: one.refund.id },
    })
    expect((await openPayouts()).map(({ sk }) => sk)).toContain(one.refund.id)
    const other = payoutToMake(await soldOrder(), one.terms.paymentHash)
    await expect(payOut(other)).rejects.toMatchObject({ kind: 'refundInProgress' })
    const begun = (await findOrder(order.id)) as Order
    expect(await settlePayout(order.id)).toMatchObject({
      refunding: { id: one.refund.id },
    })

    script({ before: paid })
    expect(await withSettledRefund(begun)).toMatchObject({
      sale: { refunds: [{ id: one.refund.id }] },
    })
    expect(await recorded(order, one)).toMatchObject({
      payout: undefined,
      refunding: undefined,
    })
    expect(asked()).toBe(0)
  })

  it('that was paid is finished without the node', async () => {
    const order = await soldOrder()
    const one = payoutToMake(order)
    script()
    await expect(payOut(one)).rejects.toMatchObject({ kind: 'refundInProgress' })
    await transact([updateToPaid((await findPayout(one.refund.id)) as PayoutRecord)])
    script()
    expect(await settlePayout(order.id)).not.toHaveProperty('refunding')
    expect(opened.node.calls).toEqual([])
  })

  it('is looked up when its call is answered by a 404, which may be of a proxy', async () => {
    const order = await soldOrder()
    const one = payoutToMake(order)
    script({ pay: { status: 404, body: 'not found' }, after: paid })
    expect(await payOut(one)).toMatchObject({
      sale: { refunds: [{ id: one.refund.id }] },
    })
    expect(asked()).toBe(1)
  })

  it('is given up when the lost response was a failure', async () => {
    const order = await soldOrder()
    const one = payoutToMake(order)
    script({ after: outgoing({ completedAt: 2 }) })
    await expect(payOut(one)).rejects.toMatchObject({ name: 'NodeFailure' })
    expect(await recorded(order, one)).toEqual(free)
  })

  it('takes no earlier payment of its invoice for its own', async () => {
    const order = await soldOrder()
    const one = payoutToMake(order)
    const earlier = outgoing({ paymentId: 'p0', completedAt: 2 })
    script({ before: earlier, after: earlier })
    await expect(payOut(one)).rejects.toMatchObject({ kind: 'refundInProgress' })
    expect((await findPayout(one.refund.id))?.earlierPaymentId).toBe('p0')
  })

  it.each([
    ['is paid already', { before: paid }, { reason: 'invoice_already_paid' }],
    [
      "is the shop's own",
      {
        received: { ...incoming, isPaid: false, receivedSat: 0 },
      },
      { kind: 'invalid', details: { fault: "invoice: is the shop's own" } },
    ],
  ])('does not begin when the invoice %s', async (_, known, failure) => {
    const order = await soldOrder()
    const one = payoutToMake(order)
    script({ ...paying, ...known })
    await expect(payOut(one)).rejects.toMatchObject(failure)
    expect(await recorded(order, one)).toEqual(free)
    expect(asked()).toBe(0)
  })
})

describe('an order for a reader', () => {
  it('is as it was where nothing has begun, and where the lookup fails', async () => {
    const order = await soldOrder()
    expect(await withSettledRefund(order)).toBe(order)
    expect(await settlePayout(order.id)).toEqual(order)
    expect(await settlePayout(randomUUID())).toBeUndefined()
    const log = vi.spyOn(console, 'log').mockReturnValue(undefined)
    const one = payoutToMake(order)
    script()
    await expect(payOut(one)).rejects.toMatchObject({ kind: 'refundInProgress' })
    const current = (await findOrder(order.id)) as Order
    await transact([put({ ...current, settled: false } as Order)])
    const { TABLE_NAME = '' } = process.env
    vi.stubEnv('TABLE_NAME', '')
    expect(await withSettledRefund(current)).toBe(current)
    vi.stubEnv('TABLE_NAME', TABLE_NAME)
    expect(log).toHaveBeenCalledWith(
      expect.stringMatching(`payout-not-settled.*${order.id}`),
    )
  })
})

describe('the satoshis that go back', () => {
  const received = { ...incoming, isPaid: true, requestedSat: null, receivedSat: 7 }
  const asked = { ...received, requestedSat: 9, fees: 2_000 }
  const baseOf = async (amountSat: number) => {
    const [hash, nowMs] = [newHash(), Date.now()]
    const notified = upsertNotification(hash, { receivedAtMs: nowMs, amountSat })
    await transact([notified])
    return (await readPayoutBase(hash, nowMs))?.sentSat
  }

  it.each([
    [received, 9, 7],
    [received, 6, 6],
    [asked, 7, 9],
    [{ ...asked, receivedSat: 20 }, 20, 9],
    [{ ...received, receivedSat: 0 }, 9, undefined],
    [{ ...received, isPaid: false }, 9, undefined],
    [undefined, 9, undefined],
  ] as const)(
    'are what the node knows, %j, if %d were notified',
    async (known, sat, base) => {
      script({ received: known })
      expect(await baseOf(sat)).toBe(base)
    },
  )
})
