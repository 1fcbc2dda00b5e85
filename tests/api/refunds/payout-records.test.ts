import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VersionConflict } from '../../../shared/platform/dynamodb/optimistic-lock.ts'
import { read } from '../../../shared/platform/dynamodb/read.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { put } from '../../../shared/platform/dynamodb/write.ts'
import {
  deleteFinished,
  deleteGivenUp,
  findPayout,
  insertPayout,
  payoutOf,
  updateToCalled,
  updateToPaid,
} from '../../../shared/selling/refunds/payouts.ts'
import { findOrder, type Order } from '../../../shared/selling/sales/orders.ts'
import { refundGuardKey } from '../../../shared/selling/sales/payment-hashes.ts'
import { payoutToMake, soldOrder } from '../../support/payouts.ts'
import { openTable } from '../../support/table.ts'

let close: () => Promise<void>
beforeAll(async () => {
  close = await openTable()
})
afterAll(() => close())

describe('the record of a payout', () => {
  async function begun() {
    const order = await soldOrder()
    const { refund, terms } = payoutToMake(order)
    const payout = payoutOf(order, refund, {
      paymentHash: terms.paymentHash,
      begunAtMs: 1,
      invoiceExpiresAtMs: 2,
      earlierPaymentId: null,
    })
    await transact(insertPayout(order, refund, payout))
    return { order, refund, payout }
  }
  const commit = (...writes: Parameters<typeof transact>[0][]) => transact(writes.flat())

  it('is begun once an order', async () => {
    const { order } = await begun()
    const { refund, terms } = payoutToMake(order)
    const { paymentHash } = terms
    const facts = {
      paymentHash,
      begunAtMs: 1,
      invoiceExpiresAtMs: 2,
      earlierPaymentId: null,
    }
    await expect(commit(insertPayout(order, refund, facts))).rejects.toThrow(
      VersionConflict,
    )
  })

  it('is finished only when it is paid, and then neither given up nor paid again', async () => {
    const { payout } = await begun()
    await expect(commit([deleteFinished(payout)])).rejects.toThrow(VersionConflict)
    await commit([updateToCalled(payout)], [])
    await commit([updateToPaid(payout)])
    await expect(commit([updateToPaid(payout)])).rejects.toThrow(VersionConflict)
    await expect(commit([updateToCalled(payout)])).rejects.toThrow(VersionConflict)
    await expect(commit(deleteGivenUp(payout))).rejects.toThrow(VersionConflict)
    await commit([deleteFinished(payout)])
    await expect(commit([deleteFinished(payout)])).rejects.toThrow(VersionConflict)
    expect(await findPayout(payout.sk)).toBeUndefined()
  })

  it('is given up together with what it reserved', async () => {
    const { order, payout } = await begun()
    await commit(deleteGivenUp(payout))
    expect(await findPayout(payout.sk)).toBeUndefined()
    expect(await read(refundGuardKey(payout.paymentHash))).toBeUndefined()
    const { refunding, refundRevision } = (await findOrder(order.id)) as Order
    expect({ refunding, refundRevision }).toEqual({
      refunding: undefined,
      refundRevision: 2,
    })
  })

  it('is not given up for an order that begun another', async () => {
    const { order, payout } = await begun()
    const current = (await findOrder(order.id)) as Order
    await commit([
      put({ ...current, refunding: { ...current.refunding, id: 'another' } }),
    ])
    await expect(commit(deleteGivenUp(payout))).rejects.toThrow(VersionConflict)
  })
})
