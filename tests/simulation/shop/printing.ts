import type { Client } from './client.ts'
import { sell } from './tills.ts'
import type { World } from './world.ts'

/** Prints the receipt of an order, or reprints or cancels a listed job. */
export async function printReceipt(world: World, client: Client): Promise<void> {
  const { random } = client
  if (random.chance(0.3)) return changeJob(world, client)
  const soldOrders = [...world.soldOrders, ...world.settledOrders]
  if (soldOrders.length === 0) return sell(world, client)
  await client.send(
    'POST',
    '/printers/print',
    { orderId: random.pick(soldOrders), printerType: 'CUSTOMER' },
    random.chance(0.7) ? { key: random.uuid() } : {},
  )
}

/** A job that waits is cancelled, or one is printed again. */
async function changeJob({ cancelled }: World, client: Client): Promise<void> {
  const { random } = client
  const listed = await client.send('GET', '/printers/jobs')
  if (!Array.isArray(listed?.body) || listed.body.length === 0) return
  const jobs = listed.body as { readonly id: string; readonly state: string }[]
  const waiting = jobs.filter(({ state }) => state === 'waiting')
  if (random.chance(0.4) || waiting.length === 0) {
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
