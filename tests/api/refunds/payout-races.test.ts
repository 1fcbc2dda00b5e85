import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { findAuditEntries } from '../../../shared/people/audit/audit-trail.ts'
import { VersionConflict } from '../../../shared/platform/dynamodb/optimistic-lock.ts'
import { read } from '../../../shared/platform/dynamodb/read.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { deleteItem, put } from '../../../shared/platform/dynamodb/write.ts'
import { payOut } from '../../../shared/selling/refunds/pay-out.ts'
import {
  deleteGivenUp,
  findPayout,
  type PayoutRecord,
} from '../../../shared/selling/refunds/payouts.ts'
import { finish, settlePayout } from '../../../shared/selling/refunds/settle-payout.ts'
import { findOrder, type Order, orderKey } from '../../../shared/selling/sales/orders.ts'
import {
  outgoing,
  paid,
  payoutToMake,
  result,
  soldOrder,
  withTableAndNode,
} from '../../support/payouts.ts'

const opened = withTableAndNode()

/**
 * Scripts the node: its answer to a payment, an event in between, and its knowledge afterwards.
 */
function script(pay?: unknown, meanwhile = async () => {}, known?: object) {
  let isAsked = false
  opened.node.answerWith(async ({ path }) => {
    if (path === '/payinvoice') {
      isAsked = true
      await meanwhile()
      return pay as never
    }
    const isKnown = known && isAsked && path.startsWith('/payments/outgoingbyhash/')
    return isKnown ? { body: known } : { status: 404, body: 'not found' }
  })
}
const success = { body: result }
const refusal = { body: { reason: 'not enough funds in wallet' } }
const inProgress = { kind: 'refundInProgress' }

const commit = (...writes: Parameters<typeof transact>[0]) => transact(writes)
const payoutOf = async ({ refund }: ReturnType<typeof payoutToMake>) =>
  (await findPayout(refund.id)) as PayoutRecord

it('a payout whose call cannot even begin is not recorded as called', async () => {
  const one = payoutToMake(await soldOrder())
  const { SECRETS_FILE = '' } = process.env
  onTestFinished(() => void vi.stubEnv('SECRETS_FILE', SECRETS_FILE))
  opened.node.answerWith(() => {
    vi.stubEnv('SECRETS_FILE', 'gone')
    return { status: 404, body: 'not found' }
  })
  await expect(payOut(one)).rejects.toThrow('ENOENT')
  const payout = await payoutOf(one)
  expect(payout.state).toBe('begun')
  expect(payout).not.toHaveProperty('isCalled')
  expect(opened.node.calls.map(({ path }) => path)).not.toContain('/payinvoice')
})

describe('a payout that is given up', () => {
  it('is in the audit trail, with who asked for it and why it ended', async () => {
    const order = await soldOrder()
    const one = payoutToMake(order)
    script(undefined, undefined, outgoing({ completedAt: 2 }))
    await expect(payOut(one)).rejects.toMatchObject({ name: 'NodeFailure' })
    const entries = await findAuditEntries({ period: {}, kind: 'refund' }, Date.now())
    const { id: refundId, amountCents } = one.refund
    expect(entries.filter(({ subjectId }) => subjectId === order.id)).toMatchObject([
      {
        userId: 'ana',
        subjectName: null,
        before: null,
        after: { refundId, givenUp: 'the node paid nothing', amountCents },
      },
    ])
  })

  it.each([
    ['refuses', refusal, { reason: 'insufficient_funds' }],
    ['pays', success, inProgress],
    ['answers nothing', undefined, { name: 'NodeFailure' }],
  ])('by another call, while the node %s, stays so', async (_, pay, failure) => {
    const order = await soldOrder()
    const one = payoutToMake(order)
    script(pay, async () => commit(...deleteGivenUp(await payoutOf(one))))
    await expect(payOut(one)).rejects.toMatchObject(failure)
    expect(await findOrder(order.id)).not.toHaveProperty('refunding')
  })

  it('shows the refusal when its order is gone, and keeps the invoice', async () => {
    const order = await soldOrder()
    const one = payoutToMake(order)
    script(refusal, () => commit(deleteItem(orderKey(order.id))))
    await expect(payOut(one)).rejects.toMatchObject({ reason: 'insufficient_funds' })
    const other = payoutToMake(await soldOrder(), one.terms.paymentHash)
    await expect(payOut(other)).rejects.toMatchObject({ kind: 'alreadyRefunded' })
  })

  it('reports a failing table rather than the refusal', async () => {
    const one = payoutToMake(await soldOrder())
    const { TABLE_NAME = '' } = process.env
    script(refusal, async () => {
      vi.stubEnv('TABLE_NAME', '')
    })
    await expect(payOut(one)).rejects.not.toMatchObject({ name: 'NodeFailure' })
    vi.stubEnv('TABLE_NAME', TABLE_NAME)
  })
})

describe('an order with several payouts', () => {
  it('tells them apart', async () => {
    const order = await soldOrder()
    const first = payoutToMake(order)
    script(success)
    await payOut(first)
    const current = async () => (await findOrder(order.id)) as Order
    const failed = payoutToMake(await current())
    script(undefined, undefined, outgoing({ completedAt: 2 }))
    await expect(payOut(failed)).rejects.toMatchObject({ name: 'NodeFailure' })
    script(success)
    const second = payoutToMake(await current())
    expect(await payOut(second)).toMatchObject({
      sale: { refunds: [{ id: first.refund.id }, { id: second.refund.id }] },
    })
  })

  it('begins none on an order that has changed', async () => {
    const order = await soldOrder()
    script()
    await expect(payOut(payoutToMake(order))).rejects.toMatchObject(inProgress)
    await expect(payOut(payoutToMake(order))).rejects.toThrow(VersionConflict)
  })
})

/** A key, the record of its request, and its runs. */
function newKey() {
  const key = { pk: `KEY#${randomUUID()}`, fingerprint: 'print', expiresAt: 9e9 }
  const record = { pk: key.pk, sk: 'ANSWER' }
  return {
    key,
    record,
    reserve: (reservation: string) =>
      commit(put({ ...record, reservation, state: 'running' })),
    run: (reservation: string) => ({
      ...key,
      record,
      reservation,
      render: () => ({ status: 200, contentType: 'text/plain', body: '' }),
      renderFailure: () => ({ status: 402, contentType: 'text/plain', body: 'no' }),
    }),
  }
}

it('is refused to every run of its request once the node has refused it', async () => {
  const order = await soldOrder()
  const { record, reserve, run } = newKey()
  await reserve('first')
  script(refusal, () => reserve('second'))
  const first = payOut(payoutToMake(order, undefined, run('first')))
  await expect(first).rejects.toMatchObject({ reason: 'insufficient_funds' })
  script(success)
  const unpaid = (await findOrder(order.id)) as Order
  const second = payOut(payoutToMake(unpaid, undefined, run('second')))
  await expect(second).rejects.toMatchObject({ kind: 'requestInProgress' })
  expect(opened.node.calls.map(({ path }) => path)).not.toContain('/payinvoice')
  expect(await read(record)).toMatchObject({ state: 'answered', status: 402, body: 'no' })
})

it('is answered under the key of the request that began it', async () => {
  const order = await soldOrder()
  const { key, record, reserve, run } = newKey()
  const one = payoutToMake(order, undefined, run('mine'))
  await reserve('mine')
  script()
  await expect(payOut(one)).rejects.toMatchObject(inProgress)
  expect((await payoutOf(one)).key).toEqual(key)
  opened.node.answerWith(() => ({ body: paid }))
  await settlePayout(order.id)
  expect(await read(record)).toMatchObject({
    state: 'answered',
    status: 200,
    contentType: 'application/json',
    fingerprint: 'print',
  })
})

it('leaves its key without a response when the node later reports that it paid nothing', async () => {
  const order = await soldOrder()
  const { record, reserve, run } = newKey()
  await reserve('mine')
  script()
  const request = payOut(payoutToMake(order, undefined, run('mine')))
  await expect(request).rejects.toMatchObject(inProgress)
  opened.node.answerWith(() => ({ body: outgoing({ completedAt: 2 }) }))
  expect(await settlePayout(order.id)).not.toHaveProperty('refunding')
  expect(await read(record)).toMatchObject({ state: 'running', lapsesAtMs: 0 })
})

describe('a payout that ended between two reads', () => {
  it('has its order read again', async () => {
    const order = await soldOrder()
    const { refund } = payoutToMake(order)
    await commit(put({ ...order, refunding: refund } as Order))
    const settled = settlePayout(order.id)
    await commit(put(order))
    expect(await settled).toEqual(order)
  })

  it('is not finished again', async () => {
    const order = await soldOrder()
    await expect(finish(order, {} as PayoutRecord)).rejects.toThrow(VersionConflict)
  })
})
