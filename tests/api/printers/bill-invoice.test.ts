import { afterAll, beforeAll, expect, test } from 'vitest'
import { elementTypes } from '../../../shared/paper/layout/template.ts'
import { openBills } from '../../support/bills.ts'
import { later } from '../../support/clock.ts'
import { openPrintDesk, type PrintDesk, sent } from '../../support/printing.ts'

let desk: PrintDesk
let bills: Awaited<ReturnType<typeof openBills>>
beforeAll(async () => {
  desk = await openPrintDesk({ node: 'direct' })
  bills = await openBills(desk.shop)
  await desk.agent.post('/agents/report', {
    printers: [{ name: 'front', kind: 'network' }],
    version: '1.0.0',
    elementTypes,
  })
  const front = { printerType: 'CUSTOMER', printerName: 'front', templateName: null }
  await desk.createPrinter(front)
  const { body: config } = await desk.admin.get('/config')
  const manualRate = { currency: 'USD', rate: 100_000 }
  await desk.admin.put('/config', { ...config, manualRate })
})
afterAll(() => desk.shop.close())

async function printed(orderId: string) {
  const print = { printerType: 'CUSTOMER', orderId }
  expect(await desk.admin.post('/printers/print', print)).toMatchObject(sent)
  const [job] = await desk.agent.takeJobs()
  return job
}

const quote = async (orderId: string, fields: object = {}) => {
  const body = { kind: 'order', orderId, ...fields }
  const answer = await bills.waiter.post('/quotes', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}

test('a bill bears the invoice of its last quote, and until when it can be paid', async () => {
  const orderId = await bills.createBill([1_500, 2_500])
  const first = await printed(orderId)
  expect(first?.ticket.invoice).toBeUndefined()
  await quote(orderId)
  const { invoice, expiresAt } = await quote(orderId)
  const again = await printed(orderId)
  expect(again?.ticket).toMatchObject({
    invoice,
    total: 40,
    details: { payUntil: expiresAt.slice(11, 16) },
  })
  // It is the same bill
  expect(again?.elements[0]?.value).toBe('*** COPY ***')
})

test('a bill bears no invoice for another sum, nor one that has lapsed', async () => {
  const orderId = await bills.createBill([1_500, 2_500])
  await quote(orderId, { paidCents: 1_000 })
  expect((await printed(orderId))?.ticket.invoice).toBeUndefined()
  await quote(orderId)
  expect((await printed(orderId))?.ticket.invoice).toBeDefined()
  const lapsed = await later(9.5, async () => {
    await desk.agent.sendHeartbeat()
    return printed(orderId)
  })
  expect(lapsed?.ticket.invoice).toBeUndefined()
})

test('a bill bears no invoice whose discount is a tip to whoever takes it', async () => {
  const orderId = await bills.createBill([1_500, 2_500])
  const fields = { discountAmount: 200, tipAmount: 2 }
  const body = { kind: 'order', orderId, ...fields }
  const { status, body: quoted } = await desk.admin.post('/quotes', body)
  expect(status, JSON.stringify(quoted)).toBe(201)
  expect(quoted.dueCents).toBe(4_000)
  expect((await printed(orderId))?.ticket.invoice).toBeUndefined()
})
