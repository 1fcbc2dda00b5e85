import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { adopt } from '../../infra/operate/adopt.ts'
import { notifiedSince } from '../../infra/operate/restored/lightning.ts'
import { adoptShop } from '../../infra/operate/restored/shop.ts'
import {
  findAuditEntries,
  insertAuditEntry,
} from '../../shared/people/audit/audit-trail.ts'
import { transact } from '../../shared/platform/dynamodb/transact.ts'
import {
  findOrder,
  findOrders,
  findRefunds,
  type Order,
} from '../../shared/selling/sales/orders.ts'
import {
  allUnmatched,
  readPaymentHash,
} from '../../shared/selling/sales/payment-hashes.ts'
import { allPayments } from '../../shared/selling/sales/payments.ts'
import { allTickets } from '../../shared/selling/sales/tickets.ts'
import { type Bills, openBills } from '../support/bills.ts'
import { scaled } from '../support/scale.ts'
import { readDay } from '../support/selling.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { newPaymentHash, openTill, type Till } from '../support/till.ts'
import { tornTable } from '../support/torn-table.ts'
import { notifyShop } from '../support/watchers.ts'

/* A day of a shop, with the table as it was after each of its operations. */
let shop: Shop
let till: Till
let bills: Bills
const { states, keep, restoreTorn, tornAround } = tornTable()
const hashes: string[] = []
let productId: string

beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
  bills = await openBills(shop)
  productId = await till.createProduct(100, 'Green tea')
  await till.admin.post('/shifts', {
    userId: shop.ownerId,
    shiftDate: '2026-05-01',
    startTime: '08:00:00',
    notes: '',
    initialAmount: 100,
  })
  const sell = (quantity: number) => till.checkout(till.cart(productId, quantity))
  const paid = async (quantity: number) => {
    const paymentHash = newPaymentHash()
    hashes.push(paymentHash)
    await notifyShop(shop, { paymentHash, amountSat: 1_000 * quantity })
    await keep()
    const satoshis = { paymentHash, satoshiAmount: 1_000 * quantity }
    return till.admin.post(
      '/store/orders/checkout-if-paid',
      till.cart(productId, quantity, satoshis),
    )
  }
  const { tableId: _, orderId } = await bills.seat([900, 350])
  await sell(1)
  const first = await sell(2)
  await keep()
  const steps: (() => Promise<{ readonly status: number }>)[] = [
    () => sell(3),
    () => till.admin.post(`/store/orders/${first.body.orderId}/refund`, {}),
    () => paid(1),
    () => bills.settle(orderId, 1_250),
    () => sell(1),
    () => paid(2),
  ]
  for (const step of steps) {
    const answer = await step()
    expect(answer.status, JSON.stringify(answer)).toBeLessThan(300)
    await keep()
  }
})
afterAll(() => shop.close())

const soldOrders = async (): Promise<Order[]> => {
  const kinds = await Promise.all([findOrders('store'), findOrders('restaurant')])
  const orders = await Promise.all(kinds.flat().map(({ id }) => findOrder(id)))
  return orders.flatMap((order) => (order?.sale?.number === undefined ? [] : order))
}

const adoptMain = async (isDry: boolean) =>
  adoptShop(Date.now(), (await notifiedSince(0)).get('main') ?? new Map(), isDry)

const paper = { receipt: 7, refund: 1 }

/** Checks a shop for agreement of its records. */
async function expectSound(left: readonly string[]) {
  const sold = await soldOrders()
  const tickets = await allTickets()
  const payments = await allPayments()
  for (const { id, sale, payments: linked } of sold) {
    expect(tickets.find((each) => each.id === sale?.ticketId)).toMatchObject({
      number: sale?.number,
      orderId: id,
      paymentIds: linked.map(({ paymentId }) => paymentId),
    })
    for (const { paymentId, amountCents } of linked) {
      expect(payments.find((each) => each.id === paymentId)).toMatchObject({
        amountCents,
      })
    }
  }
  const refunds = sold.flatMap(({ sale }) => sale?.refunds ?? [])
  expect((await findRefunds({})).map(({ id }) => id)).toEqual(refunds.map(({ id }) => id))
  await expectPaymentsOnce(sold)
  // Unless it counts what is lost
  if (left.some((said) => !said.startsWith('count '))) return
  const day = await readDay()
  expect(day.tickets).toBe(sold.length)
  const goods = sold.reduce((sum, { sale }) => sum + (sale?.goodsCents ?? 0), 0)
  const paid = day.tenders.reduce((sum, { cents }) => sum + Number(cents), 0)
  expect(paid).toBe(goods)
  const back = day.refunds.reduce((sum, { cents }) => sum + Number(cents), 0)
  expect(back).toBe(refunds.reduce((sum, { amountCents }) => sum + amountCents, 0))
}

/** A payment belongs to a sale, or waits for one. */
async function expectPaymentsOnce(sold: readonly Order[]) {
  const waiting = new Set((await allUnmatched()).map(({ paymentHash }) => paymentHash))
  for (const hash of hashes) {
    const { sale, notification } = await readPaymentHash(hash)
    if (!notification && !sale) continue
    const byOrder = sold.filter((order) =>
      order.sale?.tenders.some(({ lightning }) => lightning?.paymentHash === hash),
    )
    if (byOrder.length === 0 && !sale) expect(waiting).toContain(hash)
    if (byOrder.length > 0) expect(byOrder.map(({ id }) => id)).toEqual([sale?.orderId])
  }
}

it('a table torn at any moment is mended, says what it cannot mend, and gives no number again', async () => {
  const property = fc.asyncProperty(
    fc.infiniteStream(fc.nat({ max: 1_000 })),
    fc.nat({ max: states.length - 1 }),
    fc.nat({ max: 3 }),
    async (draws, around, width) => {
      const close = await restoreTorn(tornAround(draws, around, width))
      try {
        const { left } = await adoptMain(false)
        await expectSound(left)
        const again = await adoptMain(true)
        // The second would pass over numbers once more
        expect(again.mended).toHaveLength(1)
        const next = await till.checkout(till.cart(productId))
        expect(next.status).toBe(201)
        const order = await till.getOrder(next.body.orderId)
        expect(order.body.number).toBeGreaterThan(paper.receipt)
        const refund = await till.admin.post(
          `/store/orders/${next.body.orderId}/refund`,
          {},
        )
        expect(refund.status).toBe(200)
        const numbers = (await findRefunds({})).map(({ refundNumber }) => refundNumber)
        expect(numbers.at(-1)).toBeGreaterThan(paper.refund)
        expect(new Set(numbers).size).toBe(numbers.length)
        const entries = await findAuditEntries(
          { period: {}, kind: 'restore' },
          Date.now(),
        )
        expect(entries.length).toBeGreaterThan(left.length)
      } finally {
        await close()
      }
    },
  )
  await fc.assert(property, { numRuns: scaled(5, 60) })
}, 600_000)

it('npm run adopt does it once for all shops of a table, and its runs say what they found', async () => {
  const printed: string[] = []
  for (const name of ['log', 'error'] as const) {
    vi.spyOn(console, name).mockImplementation((text) => printed.push(String(text)))
  }
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  // The last sale has its payment and nothing else
  const close = await restoreTorn((key) =>
    key.startsWith('PAYMENT\n') ? states.length - 1 : states.length - 2,
  )
  onTestFinished(close)
  const args = [
    '--table',
    process.env.TABLE_NAME ?? '',
    '--moment',
    new Date().toISOString(),
  ]
  expect(await adopt([...args, '--dry-run'])).toBe(0)
  expect(printed.join('\n')).toContain('would be mended: the next receipt is 1007')
  expect(await adopt(args)).toBe(0)
  expect(printed.join('\n')).toContain(
    'look at: a payment of 5 has neither ticket nor order',
  )
  expect(await adopt(args)).toBe(1)
  const shift = await till.admin.get('/shifts/open')
  expect((await till.admin.post(`/shifts/${shift.body.id}/close`, {})).status).toBe(200)
  const z = await till.admin.get(`/shifts/${shift.body.id}/z-report`)
  expect(z.body).toMatchObject({
    lastNumber: 6,
    numbersLeftOut: { from: 7, to: 1_006 },
    refundNumbersLeftOut: { from: 2, to: 1_001 },
  })
})

it('numbers that only the audit trail names are not given again', async () => {
  const close = await restoreTorn(() => states.length - 1)
  onTestFinished(close)
  await transact([
    insertAuditEntry({ kind: 'discount', subject: { id: 'x', name: 'Receipt 5000' } }),
    // A product of such a name is none
    insertAuditEntry({ kind: 'catalog', subject: { id: 'y', name: 'Receipt 90000' } }),
  ])
  await adoptMain(false)
  const { body } = await till.checkout(till.cart(productId))
  expect((await till.getOrder(body.orderId)).body.number).toBe(6_001)
})
