import { createHmac, randomBytes } from 'node:crypto'
import { type Call, withoutRetries } from '../faults/proxy.ts'
import type { Answer } from '../support/client.ts'
import {
  addProducts,
  benchWebhookSecret,
  type CountedShop,
  cartOf,
} from './bench-shop.ts'
import { openCountedAgent } from './counted-agent.ts'
import { openCountedBill } from './counted-bill.ts'
import { openCountedCatalogue, variantCount } from './counted-catalogue.ts'
import { openCountedPrints } from './counted-prints.ts'

/** Cost of a request at the table, against its budget. */
export type Cost = {
  readonly request: string
  /** Sequential round trips. */
  readonly roundTrips: number
  readonly calls: string
  readonly capacity: number
  readonly budget: { readonly roundTrips: number; readonly capacity: number }
}

/**
 * Counts round trips and capacity units of the requests that have a budget.
 * Units: a strongly consistent read of 4 KB is 1, a transactional write of 1 KB is 2, of
 * an index too.
 */
export async function countCosts(shop: CountedShop): Promise<Cost[]> {
  const { till, proxy } = shop
  const products = await addProducts(shop, 5)
  const cost: Counting = async (request, budget, send) => {
    proxy.reset()
    proxy.inject({ fault: { kind: 'gather', ms: 50 }, times: Number.POSITIVE_INFINITY })
    const { status, body } = await send()
    const calls = withoutRetries(proxy.calls())
    proxy.reset()
    if (status >= 400) throw new Error(`${request}: ${status} ${JSON.stringify(body)}`)
    return {
      request,
      roundTrips: sequentialSteps(calls),
      calls: summary(calls),
      capacity: calls.reduce((sum, { capacityUnits }) => sum + capacityUnits, 0),
      budget,
    }
  }
  const paymentHash = randomBytes(32).toString('hex')
  const lightning = { ...cartOf(shop, products.slice(0, 1)), paymentHash }
  const notified = JSON.stringify({ type: 'payment_received', amountSat: 1, paymentHash })
  const signature = createHmac('sha256', benchWebhookSecret)
    .update(notified)
    .digest('hex')
  const agent = await openCountedAgent(shop, 'till')
  const { print, beginJob, reportOutcome } = await agent.preparePrint(till, shop)
  const checkout = (count: number) =>
    till.post('/store/orders/checkout', cartOf(shop, products.slice(0, count)))

  const sold = await checkout(1)

  return [
    await cost('authorize (GET /payments/methods)', { roundTrips: 0, capacity: 0 }, () =>
      till.get('/payments/methods'),
    ),
    await cost('get one (GET /products/{id})', { roundTrips: 1, capacity: 1 }, () =>
      till.get(`/products/${products[0]}`),
    ),
    await cost('list 5 (GET /products)', { roundTrips: 1, capacity: 1 }, () =>
      till.get('/products'),
    ),
    // The config, for the shop's time zone, is read beside the orders of both kinds.
    await cost('orders with payments of a day', { roundTrips: 1, capacity: 3 }, () =>
      till.get('/orders/with-payments?startDate=2026-01-01&endDate=2026-01-01'),
    ),
    await cost('login', { roundTrips: 4, capacity: 14 }, () => shop.login()),
    // Counts for the name and its network, too, and makes the address known for the name
    // and for any name: two counts up and down again, and two more records, at 2 units.
    await cost('login at a new address', { roundTrips: 4, capacity: 26 }, () =>
      shop.login({ 'x-forwarded-for': '203.0.113.1' }),
    ),
    // The product is read, for the entry names its stock before and after; then the product
    // and the entry, at 2 units each.
    await cost('stock correction of 1 product', { roundTrips: 2, capacity: 5 }, () =>
      till.post('/products/stock', [{ productId: products[0], quantity: 1 }]),
    ),
    await cost('cash checkout of 1 product', saleBudget(1), () => checkout(1)),
    await cost('cash checkout of 5 products', saleBudget(5), () => checkout(5)),
    await cost('cash checkout with a discount', discountBudget(), () =>
      till.post('/store/orders/checkout', {
        ...cartOf(shop, products.slice(0, 1)),
        discountAmount: 50,
      }),
    ),
    await cost('refund of 1 product at the till', refundBudget, () =>
      till.post(`/store/orders/${sold.body.orderId}/refund`, {}),
    ),
    // Reads the payment's records and the webhooks before.
    await cost('webhook, no watcher', { roundTrips: 4, capacity: 14 }, () =>
      till.post('/webhook/node', notified, { 'x-node-signature': signature }),
    ),
    // Configurations, agents and config side by side, which on a busy machine may not overlap;
    // the template by its name; the job's record and the job whole, at 2 units each;
    // the entry of the audit trail.
    await cost('print a ticket', { roundTrips: 4, capacity: 12 }, print),
    // The job is read for the time that its record is found by.
    await cost("an agent's claim of a job", { roundTrips: 3, capacity: 4 }, beginJob),
    await cost("a job's outcome", { roundTrips: 3, capacity: 4 }, reportOutcome),
    await cost('list print jobs', { roundTrips: 1, capacity: 1 }, () =>
      till.get('/printers/jobs'),
    ),
    // The payment hash is read first and alone.
    await cost('checkout-if-paid, first', { ...saleBudget(1, 1), roundTrips: 3 }, () =>
      till.post('/store/orders/checkout-if-paid', lightning),
    ),
    await cost('checkout-if-paid, replay', { roundTrips: 1, capacity: 1 }, () =>
      till.post('/store/orders/checkout-if-paid', lightning),
    ),
    ...(await catalogueCosts(shop, cost)),
    ...(await billCosts(shop, cost)),
    ...(await printCosts(shop, cost)),
  ]
}

type Counting = (
  request: string,
  budget: Cost['budget'],
  send: () => Promise<Answer>,
) => Promise<Cost>

async function catalogueCosts(shop: CountedShop, cost: Counting): Promise<Cost[]> {
  const catalogue = await openCountedCatalogue(shop)
  return [
    // The groups of modifiers are read besides, and their version is checked.
    await cost(
      'cash checkout with a variant and modifiers',
      { roundTrips: 2, capacity: saleBudget(1).capacity + 1 + 2 },
      () => catalogue.sellModified(),
    ),
    // The product is read and written once, whole: 64 KB are 16 and 128 units.
    await cost(
      `cash checkout of ${variantCount} variants of the largest product`,
      {
        roundTrips: 2,
        capacity: 128 + 2 * 4 + 2 * 3 * orderKilobytes(variantCount, 0) + 16 + 4,
      },
      () => catalogue.sellVariants(),
    ),
    await cost('GET /till-data, unchanged', { roundTrips: 1, capacity: 1 }, () =>
      catalogue.readUnchanged(),
    ),
    // Guards of the code's two spellings name its product, which the function then remembers.
    await cost('first scan of a code', { roundTrips: 2, capacity: 3 }, () =>
      catalogue.scan(),
    ),
    await cost(
      'scan (GET /products/by-code/{code})',
      { roundTrips: 1, capacity: 1 },
      () => catalogue.scan(),
    ),
  ]
}

async function billCosts(shop: CountedShop, cost: Counting): Promise<Cost[]> {
  const bill = await openCountedBill(shop)
  return [
    // The order, then its table. An order is one record and five entries of indexes, a table
    // two records, the audit trail's entry one; 2 units for each write.
    await cost('split of a bill', { roundTrips: 3, capacity: 2 + 2 * 15 }, () =>
      bill.split(),
    ),
    // All tables are read after the order, which changes its place in the index by table. The
    // entry is one write more, here and of a merge.
    await cost('move of an order', { roundTrips: 3, capacity: 3 + 2 * 12 }, () =>
      bill.move(),
    ),
    await cost('merge of two bills', { roundTrips: 3, capacity: 3 + 2 * 15 }, () =>
      bill.merge(),
    ),
    // Order, user, taxes, config, currency and day record, then the tables and the dish, for its
    // tax and category. Written besides order and table: ticket, payment, counts of dishes, the
    // day record. Two indexes move the order to the day of its settlement.
    await cost('settlement of a bill', { roundTrips: 3, capacity: 10 + 2 * 15 }, () =>
      bill.settle(),
    ),
  ]
}

async function printCosts(shop: CountedShop, cost: Counting): Promise<Cost[]> {
  const prints = await openCountedPrints(shop)
  return [
    // Order, printers, agents and config; then dish, table and the template's name; then room
    // and template. Written: the order, that the kitchen has it, the job's record, the job whole
    // with its lines, and once more when it is queued.
    await cost('fire of an order', { roundTrips: 5, capacity: 9 + 2 * 6 }, () =>
      prints.fire(),
    ),
    // The base currency, the taxes and the bill's last quote are read, and no dish where there are
    // none; the order gets its mark before the job is queued.
    await cost('print of a bill', { roundTrips: 5, capacity: 11 + 2 * 3 }, () =>
      prints.printBill(),
    ),
    // Day record, shift, its Z and the one before; beside them config, currency, user, printers,
    // agents, then the template's name, then the template.
    await cost('print of a Z report', { roundTrips: 4, capacity: 11 + 2 * 2 }, () =>
      prints.printZReport(),
    ),
  ]
}

/**
 * Writes: 2 units for each product, the ticket, the payment with its link, the
 * day record with the ticket's number and a payment hash's guard; and 2 units a KB for
 * the order with its snapshot of the sale and for each of its two index entries. Reads beside
 * the transaction: 1 for each product, the user, config, taxes, modifier groups and the day
 * record, and what is known of a hash.
 */
const saleBudget = (products: number, hashes = 0) => ({
  roundTrips: 2,
  capacity:
    2 * (products + 3 + hashes) +
    2 * 3 * orderKilobytes(products, hashes) +
    (products + 5 + hashes),
})

/** The audit trail's entry takes 2 units more. */
const discountBudget = () => ({
  ...saleBudget(1),
  capacity: saleBudget(1).capacity + 2,
})

/**
 * Writes, at 2 units a KB: the order of 2 KB with its refund, the same in the index, the
 * product, the refund by itself, its number, the day record and the audit trail. Reads: user and
 * role, the order, the config, the product, the number.
 */
const refundBudget = { roundTrips: 3, capacity: 2 * (2 + 2 + 5) + 6 }

/** An order with its items, and with the payment of each Lightning tender twice. */
const orderKilobytes = (products: number, hashes: number) =>
  Math.ceil((550 + 180 * products + 350 * hashes) / 1024)

/** The longest chain of calls in which each began after the previous one had ended. */
export function sequentialSteps(calls: readonly Call[]): number {
  const depths: number[] = []
  for (const [at, call] of calls.entries()) {
    const before = calls.slice(0, at).map(({ endedMs }, index) => {
      return endedMs <= call.startedMs ? (depths[index] ?? 0) : 0
    })
    depths.push(1 + Math.max(0, ...before))
  }
  return Math.max(0, ...depths)
}

function summary(calls: readonly Call[]): string {
  const counts = new Map<string, number>()
  for (const { operation } of calls) {
    counts.set(operation, (counts.get(operation) ?? 0) + 1)
  }
  return [...counts].map(([name, count]) => `${count} ${name}`).join(', ')
}
