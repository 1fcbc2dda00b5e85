import type { HttpResponse } from '../cloud/http.ts'
import { satOfInvoice } from '../cloud/node.ts'
import { nothing } from '../proof/history.ts'
import { hashModel, keyModel, stockModel } from '../proof/models.ts'
import { cartOf, currencyId, methodId, priceCents, tendersOf, unitsOf } from './carts.ts'
import type { Client } from './client.ts'
import { payInvoice } from './customers.ts'
import { noteAudited, outcomeOf } from './trail.ts'
import type { World } from './world.ts'

export type Answer = HttpResponse | undefined

/** One thing that a cashier of the store does. */
export async function atTheTill(world: World, client: Client): Promise<void> {
  const { random } = client
  const what = random.next()
  if (what < 0.05) await sellUnderOneKey(world, client)
  else if (what < 0.45) await sell(world, client)
  else if (what < 0.65) await sellForLightning(world, client)
  else if (what < 0.8) await readStock(world, client)
  else if (what < 0.95) await correctStock(world, client)
  else await client.send('GET', '/orders/with-payments')
}

/** A sale at the till. */
export async function sell(
  world: World,
  client: Client,
  key = client.random.chance(0.8) ? client.random.uuid() : undefined,
  userId = world.shop.userId,
): Promise<void> {
  const { random } = client
  const mark = `sale ${random.uuid()}`
  const { body, cents } = cartOf(world.shop, random, mark)
  const cash = { paymentMethodId: methodId('Cash'), currencyId }
  const cart = {
    ...body,
    userId,
    ...(random.chance(0.3) ? { tenders: tendersOf(random, cents) } : cash),
  }
  const send = () =>
    client.send('POST', '/store/orders/checkout', cart, key === undefined ? {} : { key })
  const name = `key ${key} of ${mark}`
  const recorded = () =>
    recordStock(world, cart.items, key !== undefined, () =>
      key === undefined
        ? send()
        : world.history.record(name, keyModel, 'send', send, told),
    )
  // A till whose request hangs sends it again beside the first one
  const answers = await Promise.all(
    key !== undefined && random.chance(0.15)
      ? [recorded(), world.history.record(name, keyModel, 'send', send, told)]
      : [recorded()],
  )
  note(world, mark, answers, key !== undefined)
}

/** A key is its user's own: a colleague may happen to choose the same for another sale. */
async function sellUnderOneKey(world: World, client: Client): Promise<void> {
  const key = client.random.uuid()
  await sell(world, client, key)
  const { cookies, id } = world.shop.colleague
  await sell(world, client.as(cookies), key, id)
}

/** A new sale, or the earlier one of a payment hash. */
export const isSale = (answer: Answer): boolean =>
  typeof answer?.body?.orderId === 'string'

const told = (answer: Answer) =>
  answer && JSON.stringify({ status: answer.status, body: answer.body })

/** Records the stock that a sale took; carts of several products tell less. */
export function recordStock(
  { history, shop }: World,
  items: Parameters<typeof unitsOf>[1],
  isFinal: boolean,
  operation: () => Promise<Answer>,
): Promise<Answer> {
  const units = [...unitsOf(shop, items)]
  const isSingle = units.length === 1
  return units.reduce((inner, [productId, quantity]) => {
    const opening = shop.products.find(({ id }) => id === productId)?.opening ?? 0
    return () =>
      history.record(
        `stock of ${productId}`,
        stockModel(opening),
        { change: -quantity },
        inner,
        (answer) => {
          if (!answer) return undefined
          if (isSale(answer)) return true
          const isShort = answer.body?.code === 'checkout_insufficient_stock'
          return isFinal ? (isShort && isSingle ? false : nothing) : undefined
        },
      )
  }, operation)()
}

/**
 * Notes what became of a sale. Only under a key is a refusal final: else an attempt that was
 * given up may still reach the table.
 */
export function note(
  { sales, soldOrders }: World,
  mark: string,
  answers: readonly Answer[],
  isFinal: boolean,
): void {
  const sold = answers.find(isSale)
  if (sold) soldOrders.push(sold.body.orderId)
  const isKnown = isFinal && answers.every((answer) => answer !== undefined)
  sales.set(mark, sold ? 'done' : isKnown ? 'refused' : 'unknown')
}

/** A sale of one product that the customer pays over Lightning, at least in part. */
export async function sellForLightning(world: World, client: Client): Promise<void> {
  const { random, cloud } = client
  const paymentHash = random.bytes(32).toString('hex')
  const mark = `sale ${random.uuid()}`
  const { body } = cartOf(world.shop, random, mark)
  const [item] = body.items.filter(({ productId }) => productId !== world.shop.bundle.id)
  // One product, so that the stock tells everything
  const items = [
    {
      productId: item?.productId ?? random.pick(world.shop.products).id,
      quantity: item?.quantity ?? 1,
      priceAtOrder: priceCents,
    },
  ]
  const cents = (items[0]?.quantity ?? 1) * priceCents
  const lightning = {
    paymentMethodId: methodId('BTC'),
    currencyId,
    paymentHash,
    satoshiAmount: satOfInvoice,
  }
  const tenders = [
    { ...lightning, amountCents: cents - 110 },
    { paymentMethodId: methodId('Cash'), currencyId, amountCents: 110 },
  ]
  const cart = {
    ...body,
    items,
    amount: cents / 100,
    discountAmount: 0,
    tipAmount: 0,
    ...(random.chance(0.3) ? { tenders } : lightning),
  }
  cloud.node.issue(paymentHash)
  const paying = payInvoice(world, client, paymentHash)
  const answers: Answer[] = []
  const poll = () =>
    recordSaleOfHash(world, paymentHash, () =>
      client.send('POST', '/store/orders/checkout-if-paid', cart),
    )
  const several = async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const answer = await poll()
      answers.push(answer)
      if (answer && answer.status !== 202) return
      await cloud.scheduler.sleep(random.below(3_000))
    }
  }
  await Promise.all([
    paying,
    recordStock(world, cart.items, false, async () => {
      await Promise.all(random.chance(0.4) ? [several(), several()] : [several()])
      const isUnknown = answers.includes(undefined)
      return answers.find(isSale) ?? (isUnknown ? undefined : answers.at(-1))
    }),
  ])
  const sold = new Set(
    answers.flatMap((answer) => (isSale(answer) ? [answer?.body.orderId] : [])),
  )
  if (sold.size > 1)
    throw new Error(`payment hash ${paymentHash} was sold ${sold.size} times`)
  note(world, mark, answers, false)
}

/** Records the answer of a sale about its payment. */
export const recordSaleOfHash = (
  { history }: World,
  paymentHash: string,
  operation: () => Promise<Answer>,
) =>
  history.record(
    `payment hash ${paymentHash}`,
    hashModel,
    'sell',
    operation,
    (answer) => {
      if (!answer) return undefined
      if (answer.status === 202) return 'pending'
      return isSale(answer) ? String(answer?.body.orderId) : nothing
    },
  )

async function readStock({ shop, history }: World, client: Client): Promise<void> {
  const { id, opening } = client.random.pick(shop.products)
  await history.record(
    `stock of ${id}`,
    stockModel(opening),
    'read',
    () => client.send('GET', `/products/${id}`),
    (answer) => (answer?.status === 200 ? Number(answer.body.quantity) : nothing),
  )
}

async function correctStock(world: World, client: Client): Promise<void> {
  const { shop, history } = world
  const { random } = client
  const { id, opening } = random.pick(shop.products)
  const change = random.below(6) - 2
  const key = random.chance(0.7) ? random.uuid() : undefined
  const answer = await history.record(
    `stock of ${id}`,
    stockModel(opening),
    { change },
    () =>
      client.send('POST', '/products/stock', [{ productId: id, quantity: change }], {
        ...(key !== undefined && { key }),
      }),
    (answer) => {
      if (!answer) return undefined
      if (answer.status < 300) return true
      if (key === undefined) return undefined
      return answer.body?.message === 'Invalid or insufficient stock' ? false : nothing
    },
  )
  if (change !== 0)
    noteAudited(world, 'stock', null, outcomeOf(answer, key !== undefined))
}
