import type { Client } from './client.ts'
import type { World } from './world.ts'

/** One thing that a waiter or the kitchen does with an order. */
export function waiter(orders: string[]) {
  return async ({ shop }: World, client: Client): Promise<void> => {
    const { random } = client
    const dish = () => ({ dishId: random.pick(shop.dishes), priceAtOrder: 4.5 })
    const what = random.next()
    const id = random.chance(0.7) ? orders.at(-1) : orders[random.below(orders.length)]
    if (id === undefined || what < 0.2) {
      const answer = await client.send(
        'POST',
        '/orders/with-dishes',
        {
          userId: shop.userId,
          tableId: random.chance(0.5) ? random.pick(shop.tables) : null,
          status: 'open',
          dishes: [dish(), dish()],
        },
        { key: random.uuid() },
      )
      if (answer?.status === 201) orders.push(answer.body.id)
      return
    }
    const path = `/orders/${id}`
    if (what < 0.45) {
      await client.send('POST', `${path}/dishes`, [dish()], { key: random.uuid() })
    } else if (what < 0.7) await changeLine(client, path)
    else if (what < 0.8) {
      await client.send('PUT', path, {
        userId: shop.userId,
        tableId: random.chance(0.5) ? random.pick(shop.tables) : null,
        status: random.pick(['open', 'closed', 'paid']),
        total: 9,
      })
    } else if (what < 0.85) await client.send('PUT', `${path}/calculate-total`)
    else if (what < 0.9) await client.send('DELETE', path)
    else if (what < 0.95) await nameOrder(shop, client, id)
    else await client.send('GET', '/orders/status/open')
  }
}

/** The kitchen changes a line, or a waiter takes it away. */
async function changeLine(client: Client, path: string): Promise<void> {
  const { random } = client
  const order = await client.send('GET', `${path}/dishes`)
  if (order?.status !== 200 || !Array.isArray(order.body)) return
  // People want the same line, mostly
  const line = random.chance(0.7) ? order.body[0] : order.body.at(-1)
  if (!line) return
  const linePath = `${path}/dishes/${line.id}`
  if (random.chance(0.3)) await client.send('DELETE', linePath)
  else {
    await client.send('PUT', linePath, {
      status: random.pick(['sent', 'in_progress', 'done', 'cancelled']),
      ...(random.chance(0.7) && { priceAtOrder: 5 + random.below(3) }),
    })
  }
}

/** A table is set to name an order, or none. */
async function nameOrder(shop: World['shop'], client: Client, id: string): Promise<void> {
  const tableId = client.random.pick(shop.tables)
  await client.send('PUT', `/tables/${tableId}`, {
    name: `T${shop.tables.indexOf(tableId) + 1}`,
    spaceId: shop.spaceId,
    orderId: client.random.chance(0.7) ? id : null,
  })
}
