import { randomUUID } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { listedAt, orderKey } from '../../shared/sales/orders.ts'
import type { StoreOrderRecord } from '../../shared/store/store-orders.ts'
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
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }))
  const spacingMs = Math.floor((days * dayMs) / count)
  let written = 0
  const writer = async () => {
    while (written < count) {
      const first = written
      written += 25
      const orders = Array.from({ length: Math.min(25, count - first) }, (_, at) =>
        saleAt(Date.parse(from) + (first + at) * spacingMs, userId),
      )
      await write(client, orders)
    }
  }
  await Promise.all(Array.from({ length: 8 }, writer))
  client.destroy()
}

async function write(
  client: DynamoDBDocumentClient,
  orders: readonly StoreOrderRecord[],
) {
  const table = process.env.TABLE_NAME ?? ''
  const { UnprocessedItems = {} } = await client.send(
    new BatchWriteCommand({
      RequestItems: { [table]: orders.map((Item) => ({ PutRequest: { Item } })) },
    }),
  )
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
