import type { RestaurantOrderRecord } from '../../../../shared/selling/restaurant/restaurant-orders.ts'
import { orderKey } from '../../../../shared/selling/sales/orders.ts'
import type { HttpResponse } from '../cloud/http.ts'
import { satOfInvoice } from '../cloud/node.ts'
import { recordBill } from './bills.ts'
import { currencyId, methodId } from './carts.ts'
import type { Client } from './client.ts'
import { noteAudited, outcomeOf } from './trail.ts'
import { orderDishes, orderMore } from './waiters.ts'
import type { World } from './world.ts'

/** One thing with a bill: guests pay it, divide it, pay together or change tables. */
export async function cashier(world: World, client: Client): Promise<void> {
  const { random } = client
  const { shop, orders } = world
  const open = orders.filter((other) => bill(world, other)?.status === 'open')
  const some = random.chance(0.7) ? open : orders
  const id = random.chance(0.6) ? some.at(-1) : some[random.below(some.length)]
  const what = random.next()
  if (id === undefined || what < 0.15) return orderDishes(world, client)
  const order = bill(world, id)
  if (!order) return
  const path = `/orders/${id}`
  const key = random.uuid()
  if (what < 0.4) await meanwhile(world, client, id, settle(world, client, order))
  else if (what < 0.6) {
    const [first, ...others] = order.lines.map(({ id }) => id)
    if (first === undefined) return
    const dishIds = [first, ...others.filter(() => random.chance(0.4))]
    const splitting = recordBill(world, id, 'split', () =>
      client.send('POST', `${path}/split`, { dishIds }, { key }),
    )
    const answer = await meanwhile(world, client, id, splitting)
    if (answer?.status === 201) orders.push(answer.body.id)
    noteAudited(world, 'order', id, outcomeOf(answer, true))
  } else if (what < 0.85) {
    const others = open.filter((other) => other !== id)
    const orderId = random.pick(others.length > 0 ? others : orders)
    const merging = recordBill(world, id, 'change', () =>
      client.send('POST', `${path}/merge`, { orderId }, { key }),
    )
    const answer = await meanwhile(world, client, random.pick([id, orderId]), merging)
    // Entry of the order whose lines left
    noteAudited(world, 'order', orderId, outcomeOf(answer, true))
  } else {
    const tableId = random.pick(shop.tables)
    await recordBill(world, id, 'change', () =>
      client.send('PUT', `${path}/table`, { tableId }),
    )
    // It may be there already
    noteAudited(world, 'order', id, 'unknown')
  }
}

/** Something is done to a bill, and sometimes guests order another dish at the same time. */
async function meanwhile<T>(
  world: World,
  client: Client,
  id: string,
  work: Promise<T>,
): Promise<T> {
  const isOrdering = client.random.chance(0.4)
  const [done] = await Promise.all([work, isOrdering && orderMore(world, client, id)])
  return done
}

/** An order as the cashier sees it now. */
const bill = ({ cloud }: World, id: string) =>
  cloud.table.item(orderKey(id)) as unknown as RestaurantOrderRecord | undefined

async function settle(
  world: World,
  client: Client,
  { id, lines }: RestaurantOrderRecord,
): Promise<void> {
  const { random } = client
  const goods = lines
    .filter(({ status }) => status !== 'cancelled')
    .reduce((sum, { priceCents }) => sum + priceCents, 0)
  const terms = {
    userId: world.shop.userId,
    tipAmount: random.chance(0.3) ? 0.45 : 0,
    discountAmount: random.chance(0.3) ? Math.min(goods, 60) : 0,
  }
  const due = goods - terms.discountAmount + Math.round(terms.tipAmount * 100)
  const isByLightning = random.chance(0.25)
  const send = (cents: number) => {
    const tenders = tendersFor(world, client, cents, isByLightning)
    const body = { ...terms, tenders }
    return recordBill(world, id, 'settle', () =>
      client.send('POST', `/orders/${id}/settle`, body, { key: random.uuid() }),
    )
  }
  // The bill may have changed since, or tax is added to it
  const first = await send(due)
  const expected = first?.body?.expectedCents
  const answer = typeof expected === 'number' ? await send(expected) : first
  if (answer?.status === 200) lock(world, id, answer)
}

/** Keeps a settled order, which must not change. */
function lock(world: World, id: string, { body }: HttpResponse): void {
  world.settledOrders.push(id)
  const order = bill(world, id)
  if (order) world.locked.set(id, { ticketId: body.ticketId, told: toldOf(order) })
}

/** Everything of an order that nothing may change once it is settled; dishes may be fired. */
export const toldOf = (order: RestaurantOrderRecord) =>
  JSON.stringify({
    lines: order.lines.map(({ status, ...line }) => [
      { ...line, wasFired: undefined, firedAtMs: undefined },
      status === 'cancelled',
    ]),
    linesCents: order.linesCents,
    totalCents: order.totalCents,
    status: order.status,
    ...bare(order.sale),
  })

const bare = (sale: RestaurantOrderRecord['sale']) => ({
  ...sale,
  refunds: undefined,
  isRefunded: undefined,
})

/** Half up, as the shop rounds. */
const roundedTo20 = (cents: number) => Math.floor((cents + 10) / 20) * 20

/** Guests pay in cash, by card, or with satoshis that they have sent already. */
function tendersFor(
  { cloud, paid }: World,
  { random }: Client,
  cents: number,
  isByLightning: boolean,
) {
  const cash = { paymentMethodId: methodId('Cash'), currencyId }
  if (cents < 200) return [{ ...cash, amountCents: roundedTo20(cents), givenCents: 500 }]
  if (!isByLightning) {
    return [
      { ...cash, amountCents: 100, givenCents: 200 },
      { paymentMethodId: methodId('Debit Card'), currencyId, amountCents: cents - 100 },
    ]
  }
  const paymentHash = random.bytes(32).toString('hex')
  cloud.node.issue(paymentHash)
  cloud.node.pay(paymentHash)
  paid.set(paymentHash, cloud.scheduler.nowMs)
  const lightning = { paymentMethodId: methodId('BTC'), paymentHash, currencyId }
  return [{ ...lightning, satoshiAmount: satOfInvoice, amountCents: cents }]
}
