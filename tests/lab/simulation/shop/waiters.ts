import { recordBill } from './bills.ts'
import type { Client } from './client.ts'
import { noteAudited, outcomeOf } from './trail.ts'
import type { World } from './world.ts'

/** One thing that a waiter does with an order. */
export async function waiter(world: World, client: Client): Promise<void> {
  const { random } = client
  const { shop, orders } = world
  const what = random.next()
  const id = random.chance(0.7) ? orders.at(-1) : orders[random.below(orders.length)]
  if (id === undefined || what < 0.2) return orderDishes(world, client)
  const path = `/orders/${id}`
  if (what < 0.45) await orderMore(world, client, id)
  else if (what < 0.7) await changeLine(world, client, id)
  else if (what < 0.8) {
    const status = random.pick(['open', 'open', 'closed', 'paid'])
    await recordBill(world, id, { status }, () =>
      client.send('PUT', path, {
        userId: shop.userId,
        tableId: random.chance(0.5) ? random.pick(shop.tables) : null,
        status,
        total: 9,
      }),
    )
    // Status and total may be what they were
    noteAudited(world, 'order', id, 'unknown')
  } else if (what < 0.83) {
    await recordBill(world, id, 'change', () =>
      client.send('PUT', `${path}/calculate-total`),
    )
    noteAudited(world, 'order', id, 'unknown')
  } else if (what < 0.89) {
    const answer = await recordBill(world, id, 'change', () =>
      client.send('DELETE', path),
    )
    noteAudited(world, 'cancellation', id, outcomeOf(answer, false))
  } else if (what < 0.97) await nameOrder(world, client, id)
  else await client.send('GET', '/orders/status/open')
}

/** A new order with two dishes. */
export async function orderDishes(world: World, client: Client): Promise<void> {
  const { random } = client
  const { shop, orders } = world
  const dishes = [newDish(world, client), newDish(world, client)]
  const order = {
    userId: shop.userId,
    tableId: random.chance(0.5) ? random.pick(shop.tables) : null,
    status: 'open',
  }
  const answer = await client.send(
    'POST',
    '/orders/with-dishes',
    { order, dishes },
    { key: random.uuid() },
  )
  if (answer?.status === 201) orders.push(answer.body.id)
  noteAdded(world, dishes, answer)
}

/** Another dish for an order. */
export async function orderMore(world: World, client: Client, id: string): Promise<void> {
  const dish = newDish(world, client)
  const key = client.random.uuid()
  const answer = await recordBill(world, id, 'change', () =>
    client.send('POST', `/orders/${id}/dishes`, [dish], { key }),
  )
  noteAdded(world, [dish], answer)
  // Another waiter may have closed it
  noteAudited(world, 'order', id, 'unknown')
}

type NewDish = {
  readonly dishId: string
  readonly priceAtOrder: number
  /** The mark that tells the line from all others. */
  readonly notes: string
}

/** A line to order. It may be there from now on: others change it before its waiter knows. */
function newDish(world: World, { random }: Client): NewDish {
  const dishId = random.pick(world.shop.dishes)
  const priceAtOrder = nextPrice(world)
  const notes = `line ${random.uuid()}`
  const prices = [Math.round(priceAtOrder * 100)]
  world.lines.set(notes, { added: 'unknown', prices, deleted: 'refused' })
  return { dishId, priceAtOrder, notes }
}

/** In major units; no price comes twice, so that each tells where it comes from. */
function nextPrice(world: World): number {
  world.prices += 1
  return (400 + world.prices) / 100
}

function noteAdded(
  { lines }: World,
  dishes: readonly NewDish[],
  answer: Parameters<typeof outcomeOf>[0],
): void {
  for (const { notes } of dishes) {
    const fate = lines.get(notes)
    if (fate) fate.added = outcomeOf(answer, true)
  }
}

/** The kitchen changes a line, or a waiter takes it away. */
export async function changeLine(
  world: World,
  client: Client,
  id: string,
): Promise<void> {
  const { random } = client
  const path = `/orders/${id}/dishes`
  const order = await client.send('GET', path)
  if (order?.status !== 200 || !Array.isArray(order.body)) return
  // People want the same line, mostly
  const line = random.chance(0.7) ? order.body[0] : order.body.at(-1)
  if (!line) return
  const fate = world.lines.get(line.notes)
  if (random.chance(0.25)) {
    const answer = await recordBill(world, id, 'change', () =>
      client.send('DELETE', `${path}/${line.id}`),
    )
    const outcome = outcomeOf(answer, false)
    noteAudited(world, 'cancellation', id, outcome)
    if (fate && fate.deleted !== 'done') fate.deleted = outcome
    return
  }
  const status = random.pick(['sent', 'in_progress', 'done', 'cancelled'])
  const priceAtOrder = random.chance(0.5) ? nextPrice(world) : undefined
  if (priceAtOrder !== undefined) fate?.prices.push(Math.round(priceAtOrder * 100))
  const answer = await recordBill(world, id, 'change', () =>
    client.send('PUT', `${path}/${line.id}`, { status, priceAtOrder }),
  )
  const outcome = outcomeOf(answer, false)
  if (priceAtOrder !== undefined) noteAudited(world, 'price', id, outcome)
  // It may have been cancelled before, and is now taken back from that
  noteAudited(world, 'cancellation', id, 'unknown')
}

/** A table is set to name an order, or none, whatever it named before. */
async function nameOrder(world: World, client: Client, id: string): Promise<void> {
  const { shop } = world
  for (const order of world.orders) noteAudited(world, 'order', order, 'unknown')
  const tableId = client.random.pick(shop.tables)
  await client.send('PUT', `/tables/${tableId}`, {
    name: `T${shop.tables.indexOf(tableId) + 1}`,
    spaceId: shop.spaceId,
    orderId: client.random.chance(0.6) ? id : null,
  })
}
