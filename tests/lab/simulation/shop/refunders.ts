import type { StoreOrderRecord } from '../../../../shared/selling/checkout/store-orders.ts'
import {
  centsOf,
  leftOf,
  type RefundableLine,
} from '../../../../shared/selling/refunds/refundable.ts'
import type { OrderLine } from '../../../../shared/selling/restaurant/order-line.ts'
import type { RestaurantOrderRecord } from '../../../../shared/selling/restaurant/restaurant-orders.ts'
import { orderKey } from '../../../../shared/selling/sales/orders.ts'
import type { SaleSnapshot } from '../../../../shared/selling/sales/sale-snapshot.ts'
import type { HttpResponse } from '../cloud/http.ts'
import { nothing } from '../proof/history.ts'
import { keyModel, stockModel } from '../proof/models.ts'
import { partsOf, type RefundInput, refundModel } from '../proof/refund-model.ts'
import { unitsOf } from './carts.ts'
import type { Client } from './client.ts'
import { sell, sellForLightning } from './tills.ts'
import type { World } from './world.ts'

/** An order that was paid, as it is stored. */
export type PaidOrder = (StoreOrderRecord | RestaurantOrderRecord) & {
  readonly sale: SaleSnapshot
}

type Answer = HttpResponse | undefined

/** A request for a refund, of which only a keyed one is certain to be refused for good. */
type Request = {
  readonly body: object
  readonly key: string | undefined
  readonly isPayout: boolean
}

/** One refund, or a sale that may be given back later. */
export async function atTheDesk(world: World, client: Client): Promise<void> {
  const { random, cloud } = client
  const ids = [...world.soldOrders, ...world.settledOrders]
  if (ids.length === 0 || random.chance(0.25)) {
    await (random.chance(0.85) ? sellForLightning : sell)(world, client)
    return
  }
  const orderOf = (id: string) =>
    cloud.table.item(orderKey(id)) as unknown as PaidOrder | undefined
  const left = ids.filter((id) => orderOf(id)?.sale?.isRefunded !== true)
  const some = left.length > 0 && random.chance(0.7) ? left : ids
  const id = random.chance(0.6) ? (some.at(-1) ?? '') : random.pick(some)
  const order = orderOf(id)
  if (!order?.sale) return
  if (random.chance(0.2)) {
    await client.send(
      'GET',
      order.kind === 'store' ? `/store/orders/${id}` : `/orders/${id}`,
    )
    return
  }
  const input = inputFor(order, random)
  // Two tills may give the same back at once
  const asks = random.chance(0.15) ? [input, input] : [input]
  const [answer] = await Promise.all(
    asks.map((each) => giveBack(world, client, order, each)),
  )
  // The payout's outcome is still unknown, and the customer shows another invoice
  if (!answer && random.chance(0.4)) await giveBack(world, client, order, input)
}

function inputFor(order: PaidOrder, random: Client['random']): RefundInput {
  const lines = linesOf(order)
  const what = random.next()
  const at = random.below(lines.length)
  if (what < 0.35) return { all: true }
  if (what < 0.7) return { cents: 1 + random.below(Math.max(1, order.totalCents)) }
  return { units: [[at, order.kind === 'store' ? 1 + random.below(2) : 1]] }
}

/** Asks for a refund until its outcome is known, or gives up. */
async function giveBack(
  world: World,
  client: Client,
  order: PaidOrder,
  input: RefundInput,
): Promise<Answer> {
  const { random } = client
  const { history } = world
  const mark = `refund ${random.uuid()}`
  const invoice = random.chance(0.85)
    ? invoiceFor(world, client, order, input)
    : undefined
  const isPayout = invoice !== undefined
  const body = {
    ...wireOf(order, input),
    reason: mark,
    ...(invoice && { invoice }),
    ...(order.kind === 'store' && random.chance(0.2) && { restock: false }),
  }
  const key = random.chance(0.8) ? random.uuid() : undefined
  const path = `${order.kind === 'store' ? '/store' : ''}/orders/${order.id}/refund`
  const request = { body, key, isPayout }
  const ask = () => untilKnown(client, path, request)
  const keyed = () =>
    key === undefined ? ask() : history.record(`key ${key}`, keyModel, 'send', ask, told)
  const record = () =>
    history.record(
      `refunds of ${order.id}`,
      refundModel(linesOf(order), order.sale.tipCents),
      input,
      keyed,
      (answer) => outputOf(answer, request),
    )
  const isTwice = (isPayout || key !== undefined) && random.chance(0.2)
  const answers: Answer[] = []
  await recordReturns(world, order, mark, async () => {
    // The till sends it again beside the first one
    answers.push(...(await Promise.all(isTwice ? [record(), record()] : [record()])))
    return answers.find((answer) => answer?.status === 200)
  })
  note(world, mark, answers, request)
  return answers.find((answer) => answer !== undefined)
}

/**
 * Records the returns of a refund to stock. The records say in the end if there is such a
 * refund and how much it returned: until then nothing returns.
 */
function recordReturns(
  { history, shop, returns }: World,
  order: PaidOrder,
  mark: string,
  operation: () => Promise<Answer>,
): Promise<Answer> {
  const items = order.kind === 'store' ? order.items : []
  return [...unitsOf(shop, items).keys()].reduce((inner, productId) => {
    const input = { mark, productId, change: 0 }
    returns.push(input)
    const opening = shop.products.find(({ id }) => id === productId)?.opening ?? 0
    return () =>
      history.record(
        `stock of ${productId}`,
        stockModel(opening),
        input,
        inner,
        (answer) => (answer ? true : undefined),
      )
  }, operation)()
}

async function untilKnown(
  client: Client,
  path: string,
  { body, key, isPayout }: Request,
): Promise<Answer> {
  const isRepeatable = key !== undefined || isPayout
  for (let turn = 0; turn < 4; turn += 1) {
    const answer = await client.send('POST', path, body, {
      ...(key !== undefined && { key }),
      isRepeatable,
    })
    if (answer?.body?.code !== 'refund_in_progress') return answer
    if (!isRepeatable || client.random.chance(0.3)) return undefined
    await client.cloud.scheduler.sleep(client.random.below(20_000))
  }
  return undefined
}

function outputOf(answer: Answer, { key, isPayout }: Request) {
  if (!answer) return undefined
  if (answer.status === 200) return { id: answer.body.id, cents: answer.body.amountCents }
  if (key === undefined) return undefined
  const { code } = answer.body
  const isAboutRest = code === 'already_refunded' || code === 'refund_exceeds_paid'
  // An invoice is refused for other reasons under the same codes
  return isAboutRest && !isPayout ? { code: String(code) } : nothing
}

/** Notes a certain refund: that it was made, or that it never will be. */
function note(
  { refunds }: World,
  mark: string,
  answers: readonly Answer[],
  { key }: Request,
): void {
  const isDone = answers.some((answer) => answer?.status === 200)
  const isKnown = key !== undefined && answers.every((answer) => answer !== undefined)
  refunds.set(mark, isDone ? 'done' : isKnown ? 'refused' : 'unknown')
}

const told = (answer: Answer) =>
  answer && JSON.stringify({ status: answer.status, body: answer.body })

/** An invoice over what may be paid out for a refund; one satoshi too much now and then. */
function invoiceFor(
  { cloud }: World,
  { random }: Client,
  order: PaidOrder,
  input: RefundInput,
): string | undefined {
  const { tenders, tipCents, refunds = [] } = order.sale
  const tender = tenders.find(({ lightning }) => lightning?.paymentHash)
  if (!tender) return undefined
  const parts = partsOf(leftOf(linesOf(order), tipCents, refunds), input)
  const before = refunds.filter(({ invoice }) => invoice !== undefined)
  const cents =
    before.reduce((sum, { amountCents }) => sum + amountCents, 0) +
    (typeof parts === 'string' ? 0 : centsOf(parts))
  const paidOut = before.reduce((sum, { satoshiAmount }) => sum + satoshiAmount, 0)
  const due =
    Math.floor(
      (cloud.node.satOf(tender.lightning?.paymentHash ?? '') * cents) /
        tender.amountCents,
    ) - paidOut
  const isAll = cents === tender.amountCents
  const less = isAll || random.chance(0.7) ? 0 : random.below(10)
  return cloud.node.invoiceOf({
    paymentHash: random.bytes(32).toString('hex'),
    amountSat: Math.max(1, random.chance(0.1) ? due + 1 : due - less),
    createdAtMs: cloud.scheduler.nowMs,
    expirySeconds: random.pick([60, 900, 3_600]),
  })
}

/** The lines of a paid order; one that was cancelled has no unit. */
export const linesOf = (order: PaidOrder): readonly RefundableLine[] =>
  order.kind === 'store'
    ? order.items
    : order.lines.map((line: OrderLine) => ({
        ...line,
        quantity: line.status === 'cancelled' ? 0 : 1,
      }))

function wireOf(order: PaidOrder, input: RefundInput): object {
  if ('all' in input) return {}
  if ('cents' in input) return { amountCents: input.cents }
  return {
    items: input.units.map(([at, quantity]) =>
      order.kind === 'store'
        ? { productId: order.items[at]?.productId, quantity }
        : { orderDishId: order.lines[at]?.id },
    ),
  }
}
