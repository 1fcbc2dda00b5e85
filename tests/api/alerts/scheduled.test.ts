import { afterAll, beforeAll, expect, it } from 'vitest'
import { handler as runSchedule } from '../../../functions/refunds/handler.ts'
import { inShop } from '../../../shared/current-shop.ts'
import type { Alert } from '../../../shared/events/alerts/alert.ts'
import type { AlertKind } from '../../../shared/events/alerts/alert-kinds.ts'
import { createShop, currentOf } from '../../../shared/platform/shops/shop-records.ts'
import { later } from '../../support/clock.ts'
import { enrolAgent, type OnSiteAgent } from '../../support/on-site-agent.ts'
import { elements, ticketData } from '../../support/printing.ts'
import { sellToRefund } from '../../support/refund-books.ts'
import { refundsOf } from '../../support/refunds.ts'
import { receivePayment } from '../../support/selling.ts'
import { shiftsOf } from '../../support/shifts.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
let shifts: Awaited<ReturnType<typeof shiftsOf>>
let agent: OnSiteAgent
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  till = await openTill(shop)
  shifts = await shiftsOf(shop)
  agent = await enrolAgent(shop, till.admin)
  await agent.report()
})
afterAll(() => shop.close())

/** The alerts of a kind that are open after a visit of the schedule, this many minutes from now. */
async function openAfter(minutes: number, kind: AlertKind): Promise<Alert[]> {
  // Two executions at the same time find out the same
  await later(minutes, () => Promise.all([runSchedule(), runSchedule()]))
  const { body } = await till.admin.get('/alerts')
  return body.filter((alert: Alert) => alert.kind === kind)
}

const raisedTimes = async (kind: AlertKind) =>
  (await till.admin.get('/admin/notifications?limit=200')).body.filter(
    ({ type }: { type: string }) => type === kind,
  ).length

const one = (details: object) => [expect.objectContaining({ details })]

const report = (printers: readonly object[] = []) =>
  agent.post('/agents/report', { printers, version: '1.0.0' })

const oven = { name: 'oven', kind: 'network' }

it('an agent that is silent for five minutes is missed while a shift is open', async () => {
  expect(await openAfter(6, 'agent_offline')).toEqual([])
  const shift = await shifts.createShift()
  expect(await openAfter(4, 'agent_offline')).toEqual([])
  const counter = { agentId: agent.id, agentName: 'counter' }
  const lastSeenAt = expect.any(String)
  const offline = one({ ...counter, lastSeenAt })
  expect(await openAfter(6, 'agent_offline')).toEqual(offline)
  await shifts.closeShift(shift)
  expect(await openAfter(11, 'agent_offline')).toEqual(offline)
  expect(await raisedTimes('agent_offline')).toBe(1)
  await later(12, () => report())
  expect(await openAfter(13, 'agent_offline')).toEqual([])
})

it('a printer fails from when its agent says so until it prints', async () => {
  const failing = { failingSinceMs: Date.now(), problem: 'out of paper' }
  await report([
    { ...oven, ...failing },
    { ...oven, name: 'bar' },
  ])
  const where = { agentId: agent.id, agentName: 'counter', printerName: 'oven' }
  const alerts = one({ ...where, problem: 'out of paper' })
  expect(await openAfter(0, 'printer_failing')).toEqual(alerts)
  expect(await openAfter(1, 'printer_failing')).toEqual(alerts)
  await report([oven])
  expect(await openAfter(1, 'printer_failing')).toEqual([])
  expect(await raisedTimes('printer_failing')).toBe(1)
})

it('jobs that wait for five minutes are missed until they are printed', async () => {
  await agent.report('grill')
  const printer = { printerType: 'KITCHEN', printerName: 'grill' }
  const { body } = await till.admin.post('/printers/configs', printer)
  await till.admin.post('/templates', { name: 'Grill', elements })
  const ticket = { printerType: 'KITCHEN', printerId: body.id, templateName: 'Grill' }
  await till.admin.post('/printers/print', { ...ticket, ticketData })
  const [job] = (await till.admin.get('/printers/jobs')).body
  expect(await openAfter(4, 'jobs_waiting')).toEqual([])
  const waiting = one({ agentId: agent.id, agentName: 'counter', printerName: 'grill' })
  expect(await openAfter(6, 'jobs_waiting')).toEqual(waiting)
  expect(await openAfter(8, 'jobs_waiting')).toEqual(waiting)
  await agent.post(`/agents/jobs/${job.id}`, { state: 'printed', detail: null })
  expect(await openAfter(9, 'jobs_waiting')).toEqual([])
  expect(await raisedTimes('jobs_waiting')).toBe(1)
})

it('a payment that nothing was sold for is missed after ten minutes', async () => {
  const paymentHash = await receivePayment(21)
  expect(await openAfter(9, 'payment_unmatched')).toEqual([])
  expect(await openAfter(11, 'payment_unmatched')).toEqual(
    one({ paymentHash, amountSat: 21 }),
  )
  const dismiss = `/payments/unmatched/${paymentHash}/dismiss`
  expect(await till.admin.post(dismiss, { reason: 'a test' })).toMatchObject({
    status: 204,
  })
  expect(await openAfter(12, 'payment_unmatched')).toEqual([])
})

it('a payout that has not ended is missed after ten minutes', async () => {
  const refunds = refundsOf(shop, till)
  const { orderId, invoice } = await sellToRefund(till, refunds)
  await shop.node.faults({ refuse: true, path: '/payinvoice' })
  expect(await refunds.refund(orderId, { invoice })).toMatchObject({ status: 409 })
  await shop.node.clearFaults()
  await shop.node.faults({ refuse: true })
  expect(await openAfter(9, 'payout_not_settled')).toEqual([])
  const refundId = expect.any(String)
  expect(await openAfter(11, 'payout_not_settled')).toEqual(
    one({ refundId, paymentHash: expect.any(String) }),
  )
  await shop.node.clearFaults()
  // Its invoice has expired, and the node knows no payment of it
  await openAfter(30 * 60, 'payout_not_settled')
  expect(await openAfter(30 * 60 + 5, 'payout_not_settled')).toEqual([])
})

it('a node that is away, or can receive little, is missed while a shift is open', async () => {
  const setLow = (lowInboundSat: number) =>
    till.admin.put('/config', { businessName: 'Corner Shop', lowInboundSat })
  await shop.node.faults({ refuse: true })
  expect(await openAfter(11, 'node_unreachable')).toEqual([])
  await shop.node.clearFaults()
  const shift = await shifts.createShift()
  expect(await openAfter(12, 'inbound_low')).toEqual([])
  await setLow(3_000_000_000)
  const sums = { inboundSat: expect.any(Number), lowInboundSat: 3_000_000_000 }
  expect(await openAfter(15, 'inbound_low')).toEqual(one(sums))
  await setLow(100_000)
  expect(await openAfter(20, 'inbound_low')).toEqual([])

  // On a busy machine it may have seemed away before, also to the visit of a moment ago
  const before = await raisedTimes('node_unreachable')
  await shop.node.faults({ refuse: true })
  expect(await openAfter(24, 'node_unreachable')).toEqual([])
  const away = one({ awaySince: expect.any(String) })
  expect(await openAfter(31, 'node_unreachable')).toEqual(away)
  await shifts.closeShift(shift)
  expect(await openAfter(36, 'node_unreachable')).toEqual(away)
  await shop.node.clearFaults()
  expect(await openAfter(41, 'node_unreachable')).toEqual([])
  expect(await raisedTimes('node_unreachable')).toBe(before + 1)
})

it('a rate is missed that somebody asks for in vain while a shift is open', async () => {
  const simulator = process.env.RATE_SIMULATOR_URL
  await till.admin.put('/base-currency', { acronym: 'CHF' })
  process.env.RATE_SIMULATOR_URL = 'http://127.0.0.1:1/'
  expect(await till.admin.get('/rates?currency=CHF')).toMatchObject({ status: 503 })
  expect(await openAfter(1, 'rate_unavailable')).toEqual([])
  const shift = await shifts.createShift()
  expect(await openAfter(2, 'rate_unavailable')).toEqual(one({ currency: 'CHF' }))
  process.env.RATE_SIMULATOR_URL = simulator
  const ask = () => till.admin.get('/rates?currency=CHF')
  expect(await later(3, ask)).toMatchObject({ status: 200 })
  expect(await openAfter(4, 'rate_unavailable')).toEqual([])
  await shifts.closeShift(shift)
})

it('alerts are those of one shop', async () => {
  const cafe = currentOf(await createShop('cafe', ['cafe.localhost'], Date.now()))
  process.env.SHOP_DOMAIN = 'localhost'
  await inShop(cafe, () => receivePayment(42))
  expect(await openAfter(11, 'payment_unmatched')).toEqual([])
  const { openAlerts } = await import('../../../shared/events/alerts/alerts.ts')
  expect(await inShop(cafe, () => openAlerts())).toMatchObject([
    { kind: 'payment_unmatched', details: { amountSat: 42 } },
  ])
})
