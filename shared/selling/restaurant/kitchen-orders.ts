import { collectionKey, type Item } from '../../platform/dynamodb/keys.ts'
import { readAll } from '../../platform/dynamodb/read.ts'
import { put, type Write } from '../../platform/dynamodb/write.ts'

/**
 * An order with lines that were sent to the kitchen, whether its bill is open or not. The
 * kitchen's list reads these alone: it costs as much as the kitchen has, not as the shop sold.
 */
type KitchenOrder = Item & {
  readonly orderId: string
  /** TTL, in Unix seconds. */
  readonly expiresAt: number
}

const partition = 'KITCHEN'

/** Time for which the kitchen sees an unfinished order, and a finished one. */
const keptMs = { open: 24 * 60 * 60_000, done: 60 * 60_000 } as const

/** The write that puts an order into the kitchen's list, or changes how long it is there. */
export const putKitchenOrder = (
  orderId: string,
  nowMs: number,
  state: keyof typeof keptMs = 'open',
): Write =>
  put({
    ...collectionKey(partition, orderId),
    orderId,
    expiresAt: Math.ceil((nowMs + keptMs[state]) / 1000),
  } satisfies KitchenOrder)

/** Ids of the orders in the kitchen. Reads only these. */
export async function kitchenOrderIds(nowMs: number): Promise<string[]> {
  const orders = await readAll<KitchenOrder>({
    pk: partition,
    where: ({ expiresAt }: KitchenOrder) => expiresAt * 1000 > nowMs,
  })
  return orders.map(({ orderId }) => orderId)
}
