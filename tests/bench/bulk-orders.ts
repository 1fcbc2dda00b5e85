import { randomUUID } from 'node:crypto'
import { marshall } from '@aws-sdk/util-dynamodb'
import type { StoreOrderRecord } from '../../shared/selling/checkout/store-orders.ts'
import { listedAt, orderKey } from '../../shared/selling/sales/orders.ts'
import { cash } from './bench-shop.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Sales to write directly to the table, evenly spread over whole days. */
export type Sales = {
  readonly userId: string
  readonly count: number
  /** The first of the days, YYYY-MM-DD. */
  readonly from: string
  readonly days: number
}

/** Writes settled store orders of two lines each, without the API. */
export async function writeSales(
  endpoint: string,
  { userId, count, from, days }: Sales,
): Promise<void> {
  const spacingMs = Math.floor((days * dayMs) / count)
  let written = 0
  const writer = async () => {
    while (written < count) {
      const first = written
      written += 25
      const orders = Array.from({ length: Math.min(25, count - first) }, (_, at) =>
        saleAt(Date.parse(from) + (first + at) * spacingMs, userId),
      )
      await write(endpoint, orders)
    }
  }
  await Promise.all(Array.from({ length: 8 }, writer))
}

/** A hundred thousand orders by the AWS client take most of a minute of its own. */
async function write(
  endpoint: string,
  orders: readonly StoreOrderRecord[],
): Promise<void> {
  const table = process.env.TABLE_NAME ?? ''
  const puts = orders.map((order) => ({ PutRequest: { Item: marshall(order) } }))
  const answer = await fetch(endpoint, {
    method: 'POST',
    // The engines verify no signature.
    headers: {
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, ' +
        'SignedHeaders=host, Signature=none',
      'x-amz-date': '20260101T000000Z',
      'x-amz-target': 'DynamoDB_20120810.BatchWriteItem',
      'content-type': 'application/x-amz-json-1.0',
    },
    body: JSON.stringify({ RequestItems: { [table]: puts } }),
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`orders were not written: ${text}`)
  const { UnprocessedItems = {} } = JSON.parse(text)
  if (Object.keys(UnprocessedItems).length > 0) throw new Error('the table is too slow')
}

/** The record of such an order. */
export function saleAt(createdAtMs: number, userId: string): StoreOrderRecord {
  const id = randomUUID()
  const line = () => ({
    productId: randomUUID(),
    productName: 'Coffee',
    quantity: 1,
    priceAtOrder: 250,
  })
  return {
    ...orderKey(id),
    id,
    kind: 'store',
    userId,
    userName: 'Ana',
    tableId: null,
    status: 'closed',
    settled: true,
    totalCents: 500,
    createdAt: new Date(createdAtMs).toISOString().replace('.000', ''),
    listedAt: listedAt(createdAtMs, id),
    items: [line(), line()],
    payments: [
      {
        paymentId: randomUUID(),
        methodId: cash,
        amountCents: 500,
        lightning: null,
        ticketIds: [randomUUID()],
      },
    ],
  }
}
