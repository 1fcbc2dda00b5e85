import { orderKey } from '../../../../shared/selling/sales/orders.ts'
import type { Client } from './client.ts'
import { atTheDesk, type PaidOrder } from './refunders.ts'
import { sell } from './tills.ts'
import { noteAudited } from './trail.ts'
import { orderDishes, orderMore } from './waiters.ts'
import type { World } from './world.ts'

/** Prints the receipt of an order, or reprints or cancels a listed job. */
export async function printReceipt(world: World, client: Client): Promise<void> {
  const { random } = client
  const what = random.next()
  if (what < 0.25) return changeJob(world, client)
  if (what < 0.4) return atTheDesk(world, client)
  if (what < 0.7) return printBill(world, client)
  const soldOrders = [...world.soldOrders, ...world.settledOrders]
  if (soldOrders.length === 0) return sell(world, client)
  const refunded = soldOrders.filter((id) => refundOf(world, id) !== undefined)
  const isSlip = refunded.length > 0 && random.chance(0.6)
  const orderId = random.pick(isSlip ? refunded : soldOrders)
  const refundId = isSlip ? refundOf(world, orderId) : undefined
  // A further original, or a first one long after the sale, has an entry
  noteAudited(world, 'print', orderId, 'unknown')
  await client.send(
    'POST',
    '/printers/print',
    { orderId, ...(refundId && { refundId }), printerType: 'CUSTOMER' },
    random.chance(0.7) ? { key: random.uuid() } : {},
  )
}

/** Prints what an order comes to, and again, also after the guests have ordered more. */
async function printBill(world: World, client: Client): Promise<void> {
  const { random } = client
  if (world.orders.length === 0) return orderDishes(world, client)
  const orderId = random.pick(world.orders)
  do {
    // A further original has an entry
    noteAudited(world, 'print', orderId, 'unknown')
    await client.send(
      'POST',
      '/printers/print',
      { orderId, printerType: 'CUSTOMER' },
      { key: random.uuid() },
    )
    if (random.chance(0.4)) await orderMore(world, client, orderId)
  } while (random.chance(0.6))
}

/** The last refund of an order, whose slip may be printed; undefined for none. */
const refundOf = ({ cloud }: World, orderId: string) => {
  const order = cloud.table.item(orderKey(orderId)) as unknown as PaidOrder | undefined
  return order?.sale?.refunds?.at(-1)?.id
}

/** A job that waits is cancelled, or one is printed again. */
async function changeJob({ cancelled }: World, client: Client): Promise<void> {
  const { random } = client
  const listed = await client.send('GET', '/printers/jobs')
  if (!Array.isArray(listed?.body) || listed.body.length === 0) return
  const jobs = listed.body as { readonly id: string; readonly state: string }[]
  const waiting = jobs.filter(({ state }) => state === 'waiting')
  // Few jobs wait long enough to be cancelled
  if (waiting.length === 0 || random.chance(0.15)) {
    const { id } = random.pick(jobs)
    await client.send('POST', `/printers/jobs/${id}/reprint`, undefined, {
      key: random.uuid(),
    })
    return
  }
  const { id } = random.pick(waiting)
  const answer = await client.send('DELETE', `/printers/jobs/${id}`)
  if (answer?.status === 204) cancelled.add(id)
}
