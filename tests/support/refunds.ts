import { expect } from 'vitest'
import { transact } from '../../shared/platform/dynamodb/transact.ts'
import { update } from '../../shared/platform/dynamodb/write.ts'
import { findOrder, orderKey } from '../../shared/selling/sales/orders.ts'
import type { Answer } from './client.ts'
import type { Shop } from './shop.ts'
import type { Cart, Till } from './till.ts'

/** A refused refund. */
export const refusedRefund = (code: string, members: object = {}) => ({
  status: 409,
  body: { message: expect.any(String), code, ...members },
})

/** Leaves an order as releases stored it that did not keep in which currency it was sold. */
export async function forgetCurrencyOf(orderId: string): Promise<void> {
  const { sale } = (await findOrder(orderId)) ?? {}
  const set = { sale: { ...sale, baseCurrency: undefined } }
  await transact([update(orderKey(orderId), { set }, () => new Error('no order'))])
}

/** Calls of a shop's administrator for refunds. */
export function refundsOf(shop: Shop, till: Till) {
  const refund = (
    orderId: string,
    body: object = {},
    headers?: Record<string, string>,
  ): Promise<Answer> => till.admin.post(`/store/orders/${orderId}/refund`, body, headers)

  const sell = async (cart: Cart): Promise<string> => {
    const answer = await till.admin.post('/store/orders/checkout', cart)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body.orderId
  }

  return {
    refund,
    /** A sale; returns the order's id. */
    sell,
    /** The shop's invoice, received, and the sale of a cart by it. */
    sellForSatoshis: async (
      amountSat: number,
      cartFor: (paymentHash: string) => Cart,
    ) => {
      const { body } = await till.admin.post('/wallet/createinvoice', {
        description: 'coffee',
        amountSat,
      })
      await shop.node.pay({ paymentHash: body.paymentHash })
      return sell(cartFor(body.paymentHash))
    },
    /** An invoice of the customer's wallet. */
    invoiceOf: async (amountSat: number | null, terms: object = {}): Promise<string> =>
      (await shop.node.invoice({ amountSat, ...terms })).body.serialized,
  }
}
