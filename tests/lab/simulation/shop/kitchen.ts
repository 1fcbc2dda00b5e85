import type { RestaurantOrderRecord } from '../../../../shared/selling/restaurant/restaurant-orders.ts'
import { orderKey } from '../../../../shared/selling/sales/orders.ts'
import type { Client } from './client.ts'
import { changeLine, orderDishes } from './waiters.ts'
import type { World } from './world.ts'

/** A course is sent to the kitchen, or sent again; or the kitchen tells how far a dish is. */
export async function inTheKitchen(world: World, client: Client): Promise<void> {
  const { random, cloud } = client
  const { orders } = world
  const what = random.next()
  const id = random.chance(0.7) ? orders.at(-1) : orders[random.below(orders.length)]
  if (id === undefined || what < 0.2) return orderDishes(world, client)
  if (what < 0.4) return changeLine(world, client, id)
  if (what < 0.5) {
    await client.send('GET', `/orders/${id}/complete`)
    return
  }
  const order = cloud.table.item(orderKey(id)) as unknown as
    | RestaurantOrderRecord
    | undefined
  const lineIds = order?.lines.map((line) => line.id) ?? []
  const dishIds = random.chance(0.3)
    ? lineIds.filter(() => random.chance(0.5))
    : undefined
  const key = random.chance(0.7) ? random.uuid() : undefined
  const fire = () =>
    client.send(
      'POST',
      `/orders/${id}/fire`,
      { dishIds },
      key === undefined ? {} : { key },
    )
  await Promise.all(random.chance(0.25) ? [fire(), fire()] : [fire()])
}
