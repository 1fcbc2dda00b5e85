import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { transact } from '../../shared/platform/dynamodb/transact.ts'
import { put } from '../../shared/platform/dynamodb/write.ts'
import type { RequestKey } from '../../shared/platform/idempotency/request-key.ts'
import { type Order, orderKey } from '../../shared/selling/sales/orders.ts'
import type { SaleRefund } from '../../shared/selling/sales/sale-snapshot.ts'
import { type ScriptedNode, startScriptedNode } from './scripted-node.ts'
import { openTable } from './table.ts'

const methodId = '3ae8f71e-954a-4795-8531-368354c67ede'
export const newHash = () => randomBytes(32).toString('hex')

/** Opens a table and the node that pays, for all tests of a file. */
export function withTableAndNode(): { readonly node: ScriptedNode } {
  let opened: ScriptedNode
  let closeTable: () => Promise<void>
  beforeAll(async () => {
    closeTable = await openTable({ nodePassword: 'password' })
    opened = await startScriptedNode()
  })
  afterAll(async () => {
    await opened.close()
    await closeTable()
  })
  return {
    get node() {
      return opened
    },
  }
}

/** A sale of two units for 5.00, on record. */
export async function soldOrder(): Promise<Order> {
  const id = randomUUID()
  const tender = { paymentId: 'p', methodId, methodName: 'BTC', amountCents: 500 }
  const order = {
    ...orderKey(id),
    id,
    kind: 'store',
    settled: true,
    totalCents: 500,
    items: [{ productId: randomUUID(), quantity: 2, priceAtOrder: 250, paidCents: 500 }],
    payments: [],
    sale: {
      ticketId: randomUUID(),
      number: 1,
      tipCents: 0,
      taxes: [],
      tenders: [tender],
    },
  } as unknown as Order
  await transact([put(order)])
  return order
}

/** A refund of one of the two. */
const refundTo = (invoice: string) =>
  ({
    id: randomUUID(),
    refundedAt: '2026-01-01T00:00:00Z',
    amountCents: 250,
    satoshiAmount: 500,
    tipCents: 0,
    lines: [{ at: 0, quantity: 1, paidCents: 250, taxCents: 0 }],
    methodId,
    methodName: 'BTC',
    userId: 'ana',
    userName: 'Ana',
    restocks: false,
    invoice,
  }) as SaleRefund

/** A payout of half of an order to the invoice with this hash. */
export const payoutToMake = (
  order: Order,
  paymentHash = newHash(),
  key?: RequestKey,
) => ({
  order,
  refund: refundTo(`lnbc-${paymentHash}`),
  terms: { paymentHash, amountMsat: 500_000n, expiresAtMs: Date.now() + 60_000 },
  nowMs: Date.now(),
  key,
})

/** A payment as the node reports it. */
export const outgoing = (changes: object = {}) => ({
  type: 'outgoing_payment',
  paymentId: 'p1',
  isPaid: false,
  sent: 500,
  fees: 0,
  createdAt: 1,
  ...changes,
})
export const paid = outgoing({ isPaid: true, completedAt: 2 })
/** Answer of the node to a payment that it made. */
export const result = {
  recipientAmountSat: 500,
  routingFeeSat: 0,
  paymentId: 'p1',
  paymentHash: 'aa',
  paymentPreimage: 'bb',
}

/** A payment to the shop as its node reports it. */
export const incoming = { type: 'incoming_payment', createdAt: 1 }
