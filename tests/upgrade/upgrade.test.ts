import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startLightningNode } from '../../infra/local/lightning-node/start.ts'
import { migrations } from '../../infra/operate/migrations/all.ts'
import { migrate } from '../../infra/operate/migrations/run.ts'
import { collectionKey } from '../../shared/platform/dynamodb/keys.ts'
import { transact } from '../../shared/platform/dynamodb/transact.ts'
import { update } from '../../shared/platform/dynamodb/write.ts'
import type { CheckedClient } from '../support/answers/checked-client.ts'
import { type Answer, Client } from '../support/client.ts'
import { bearer } from '../support/on-site-agent.ts'
import { tender } from '../support/selling.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { methodId, usd } from '../support/till.ts'
import { type KeptTable, keptTables, owner, type Said, secrets } from './kept-table.ts'

/** Today's code on the table of a release, at the moment at which it was kept. */
async function openKept({ items, ledger }: KeptTable) {
  const shop = await openShop({ fresh: true })
  const client = new DynamoDBClient({})
  const table = process.env.TABLE_NAME ?? ''
  for (let at = 0; at < items.length; at += 25) {
    const puts = items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }))
    await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: puts } }))
  }
  const dataDir = join(shop.dataDir, 'kept-node')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'ledger.jsonl'), ledger)
  const node = await startLightningNode({
    port: 0,
    dataDir,
    webhookUrl: `${shop.url}/webhook/node`,
    webhookSecret: secrets.webhookSecret,
    password: secrets.nodePassword,
    limitedPassword: randomUUID(),
    channel: { balanceSat: 1_000_000, capacitySat: 10_000_000 },
  })
  process.env.NODE_URL = node.url
  return { shop, node }
}

/** Returns an answer in the columns of a release's, whose CSV may have got more since. */
function columnsOf(answer: unknown, earlier: unknown): unknown {
  if (typeof answer !== 'string' || typeof earlier !== 'string') return answer
  const [head = ''] = earlier.split('\r\n')
  const rows = answer.trimEnd().split('\r\n')
  const table = rows.map((row) => row.split(','))
  const at = head.split(',').map((name) => table[0]?.indexOf(name) ?? -1)
  const kept = table.map((row) => at.map((each) => row[each]).join(','))
  return `${kept.join('\r\n')}\r\n`
}

describe.each(keptTables())('the table of release $release', (kept) => {
  let shop: Shop
  let node: Awaited<ReturnType<typeof startLightningNode>>
  let admin: CheckedClient
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: kept.keptAtMs, shouldAdvanceTime: true })
    const opened = await openKept(kept)
    shop = opened.shop
    node = opened.node
    admin = await shop.admin()
  })
  afterAll(async () => {
    await node?.close()
    await shop?.close()
    vi.useRealTimers()
  })

  const said = (name: string): Said => {
    const found = kept.said[name]
    if (!found) throw new Error(`nothing was said as ${name}`)
    return found
  }

  it.each(Object.keys(kept.read))('answers %s as that release did', async (path) => {
    const { status, body } = await admin.get(path)
    expect(status).toBe(200)
    const earlier = kept.read[path]
    if (typeof earlier === 'string') expect(columnsOf(body, earlier)).toBe(earlier)
    else expect(body).toMatchObject(earlier as object)
  })

  const repeat = ({ method, path, body, headers }: Said) =>
    admin.send(method, path, body, headers)

  it.each([
    'sale with an id',
    'sale with a key',
    'sale of two tenders',
    'sale for Bitcoin',
    'settlement',
  ])('answers the %s again as it did', async (name) => {
    const { status, answer } = said(name)
    expect(await repeat(said(name))).toMatchObject({ status, body: answer })
  })

  it('marks a sale whose ticket that release voided, once it is migrated', async () => {
    const { orderId, ticketId } = said('sale of the first shift').answer
    const ticket = collectionKey('TICKET', ticketId)
    // As it voids one: the order knows nothing of it
    await transact([update(ticket, { set: { voided: true, status: 3, paymentIds: [] } })])
    expect(await migrate(migrations, { report: () => {} })).toBe(true)
    expect((await admin.get(`/store/orders/${orderId}`)).body).toMatchObject({
      number: 1,
      voided: true,
    })
    const { body } = await admin.get('/reports/export?type=sales&period=day')
    const [, ...rows] = String(body).split('\r\n')
    expect(rows.filter((row) => row.includes(',voided,'))).toEqual([
      expect.stringContaining(orderId),
    ])
  })

  it('goes on selling, and closes the shift with what both releases sold', async () => {
    const { id: shiftId } = said('shift').answer
    const breakdown = async () => (await admin.get(`/shifts/${shiftId}/breakdown`)).body
    const before = await breakdown()

    /** Additions of today's sales and refunds to the shift, by payment method, in cents. */
    const paid = { Cash: 0, BTC: 0 }
    let tickets = 0
    let refundedCents = 0
    const sold = (answer: Answer, method: keyof typeof paid, cents: number) => {
      expect(answer.body, JSON.stringify(answer.body)).toMatchObject({
        orderId: expect.any(String),
        ticketId: expect.any(String),
      })
      expect([200, 201]).toContain(answer.status)
      paid[method] += cents
      tickets += 1
    }
    const { userId } = said('setup').answer
    const coffee = { productId: said('Coffee').answer.id, quantity: 2, priceAtOrder: 250 }
    const cart = (changes: object = {}) => ({
      userId,
      items: [coffee],
      paymentMethodId: methodId('Cash'),
      currencyId: usd,
      amount: 5,
      ...changes,
    })
    const checkout = (body: object, by: Client = admin, headers = {}) =>
      by.post('/store/orders/checkout', body, headers)
    const ifPaid = (body: object) => admin.post('/store/orders/checkout-if-paid', body)
    const payInvoice = (paymentHash: string) =>
      new Client(node.url).post('/_simulator/pay', { paymentHash })
    const hashOf = (name: string): string => said(name).answer.paymentHash

    // By a PIN and by a key of that release
    const ben = await shop.login({ name: 'Ben', pin: '2468' })
    sold(await checkout(cart(), ben), 'Cash', 500)
    const { secret } = said('key').answer
    sold(await checkout(cart(), shop.anonymous(), bearer(secret)), 'Cash', 500)

    // Quotes
    const openQuote = said('open quote').answer
    expect(await ifPaid({ quoteId: openQuote.quoteId })).toMatchObject({ status: 202 })
    await payInvoice(openQuote.paymentHash)
    for (const name of ['open quote', 'paid quote']) {
      const { quoteId } = said(name).answer
      const answer = await ifPaid({ quoteId })
      sold(answer, 'BTC', 750)
      expect(await ifPaid({ quoteId })).toMatchObject({ status: 200, body: answer.body })
    }
    const settle = (name: string, body: object) =>
      admin.post(`/orders/${said(name).answer.id}/settle`, { userId, ...body })
    await payInvoice(hashOf('quote of a bill'))
    const { quoteId } = said('quote of a bill').answer
    sold(await settle('quoted bill', { quoteId }), 'BTC', 450)

    // The refund that had begun: the node has paid it in the meantime
    const refund = said('begun refund')
    const key = randomUUID()
    expect(await repeat(refund)).toMatchObject({ status: 409, body: refund.answer })
    await admin.post('/wallet/auth', { password: owner.password })
    const { invoice } = refund.body as { invoice: string }
    await admin.post('/wallet/payinvoice', { invoice }, { 'idempotency-key': key })
    const finished = await repeat(refund)
    expect(finished).toMatchObject({ status: 200, body: { satoshiAmount: 16_000 } })
    expect(await repeat(refund)).toMatchObject({ status: 200, body: finished.body })
    refundedCents += 1_600

    // Payments without a sale
    const bitcoin = { paymentMethodId: methodId('BTC') }
    const byHash = cart({
      ...bitcoin,
      paymentHash: hashOf('paid invoice'),
      satoshiAmount: 3_000,
      items: [{ ...coffee, quantity: 1 }],
      amount: 3,
      tipAmount: 0.5,
    })
    sold(await ifPaid(byHash), 'BTC', 300)
    const attach = (name: string, body: object) =>
      admin.post(`/payments/unmatched/${hashOf(name)}/attach`, body)
    const { paymentMethodId: _, currencyId: __, ...unpaid } = cart({ amount: 2.5 })
    const sale = { ...unpaid, items: [{ ...coffee, quantity: 1 }] }
    sold(await attach('unmatched payment', { sale }), 'BTC', 250)
    const openBill = said('open bill').answer.id
    expect(
      await attach('another unmatched payment', { orderId: openBill }),
    ).toMatchObject({ status: 200, body: { dueCents: 1_200 } })

    // Bills: with payments of both releases, split, and with a dish cancelled by then
    sold(await settle('open bill', { tenders: [tender('Cash', 1_200)] }), 'Cash', 1_200)
    paid.BTC += 750
    sold(
      await settle('prepaid bill', { tenders: [tender('Cash', 1_100)] }),
      'Cash',
      1_100,
    )
    paid.BTC += 400
    const toSplit = said('bill to split').answer.id
    const { dishes } = (await admin.get(`/orders/${toSplit}/complete`)).body
    const split = await admin.post(`/orders/${toSplit}/split`, {
      dishIds: [dishes[0].id],
    })
    expect(split.status).toBe(201)
    const settleSplit = (id: string, cents: number) =>
      admin.post(`/orders/${id}/settle`, { userId, tenders: [tender('Cash', cents)] })
    sold(await settleSplit(split.body.id, 450), 'Cash', 450)
    sold(await settleSplit(toSplit, 1_950), 'Cash', 1_950)
    const withCancelled = settle('bill with a cancelled dish', {
      tenders: [tender('Cash', 450)],
    })
    sold(await withCancelled, 'Cash', 450)

    // The sums of that release, and ours
    const totalPaid = paid.Cash + paid.BTC
    const add = (amount: number, cents: number) => Math.round(amount * 100 + cents) / 100
    const x = await breakdown()
    const tipCents = 50
    expect(x).toMatchObject({
      totalSales: add(before.totalSales, totalPaid - tipCents),
      totalTips: add(before.totalTips, tipCents),
      totalRefunds: add(before.totalRefunds, refundedCents),
      cashSales: add(before.cashSales, paid.Cash),
      expectedTotal: add(before.expectedTotal, paid.Cash),
      totalTickets: before.totalTickets + tickets,
      outsideTheBooks: before.outsideTheBooks,
      satoshisPaidOut: 16_000,
      unsoldPayments: { sold: 14_000, refunded: 0, open: 0 },
    })
    const paidBy = (report: typeof x, method: string) =>
      report.byPaymentMethod.find(({ name }: { name: string }) => name === method).total
    for (const method of ['Cash', 'BTC'] as const) {
      expect(paidBy(x, method)).toBe(add(paidBy(before, method), paid[method]))
    }
    const taxed = x.taxes.reduce(
      (sum: number, { netCents, taxCents }: { netCents: number; taxCents: number }) =>
        sum + netCents + taxCents,
      0,
    )
    expect(taxed).toBe(add(x.totalSales, -refundedCents - 250) * 100)

    // The Z takes them over, and the next shift begins from nothing
    const finalAmount = x.expectedTotal
    expect(await admin.post(`/shifts/${shiftId}/close`, { finalAmount })).toMatchObject({
      status: 200,
    })
    const { body: z } = await admin.get(`/shifts/${shiftId}/z-report`)
    expect(z).toMatchObject({
      ...x,
      finalAmount,
      difference: 0,
      number: 2,
      firstNumber: 2,
      lastNumber: x.totalTickets + 1,
    })
    const { body: payments } = await admin.get('/reports/export?type=payments&period=day')
    const amounts = String(payments).trimEnd().split('\r\n').slice(1)
    const exported = amounts.reduce((sum, row) => sum + Number(row.split(',')[6]), 0)
    const firstShift = said('sale of the first shift').body as { amount: number }
    expect(add(exported, 0)).toBe(add(x.totalSales + x.totalTips + firstShift.amount, 0))

    const next = await admin.post('/shifts', said('shift').body)
    expect((await admin.get(`/shifts/${next.body.id}/breakdown`)).body).toMatchObject({
      totalSales: 0,
      totalTickets: 0,
    })
    const after = await checkout(cart())
    const { body: order } = await admin.get(`/store/orders/${after.body.orderId}`)
    expect(order.number).toBe(z.lastNumber + 1)
  })
})
