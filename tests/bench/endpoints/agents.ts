import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import WebSocket from 'ws'
import { tunnelTransport } from '../../../shared/agents/tunnel-transport.ts'
import type { Client } from '../../support/client.ts'
import { bearer, newSecret } from '../../support/on-site-agent.ts'
import { elements, ticketData } from '../../support/printing.ts'
import { callCrud, create } from './counted-client.ts'

/** Calls every operation of agents, printers and templates. */
export async function callAgents(client: Client, userId: string): Promise<void> {
  await callCrud(client, '/templates', { name: 'Bill', elements })
  await client.get('/templates/built-in')
  await client.post('/templates/preview', { elements, ticketData })
  const { body: agent } = await client.post('/agents', { name: 'counter' })
  const secret = newSecret()
  const { enrolmentToken } = agent
  await client.post(
    '/agents/exchange',
    { secret, servesNode: true },
    bearer(enrolmentToken),
  )
  const headers = bearer(`${agent.id}.${secret}`)
  const printers = [{ name: 'counter', kind: 'network' }]
  await client.post(
    '/agents/report',
    { printers, version: '1.0.0', claimsJobs: true, elementTypes: ['TEXT'] },
    headers,
  )
  await client.post('/agents/credentials', {}, headers)
  await client.get('/agents')
  await callPrinters(client, userId, headers)
  await callTunnel(client, headers)
  await client.del(`/agents/${agent.id}`)
}

async function callPrinters(
  client: Client,
  userId: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  await client.post('/templates', { name: 'Desk', elements })
  await client.get('/printers/available')
  const printer = {
    printerType: 'CUSTOMER',
    printerName: 'counter',
    templateName: 'Desk',
    isDefault: true,
  }
  const id = await create(client, '/printers/configs', printer)
  await create(client, '/printers/configs', { ...printer, printerType: 'KITCHEN' })
  await client.get('/printers/configs')
  await client.get('/printers/status')
  await client.put(`/printers/configs/${id}`, printer)
  await client.post(`/printers/configs/${id}/default`)
  const { printerType, printerName } = printer
  await client.post('/printers/set', { printerType, printerName })
  const print = { printerType, printerId: id, ticketData }
  await client.post('/printers/print', print)
  const [job] = (await client.get('/printers/jobs')).body
  await client.post(`/agents/jobs/${job.id}/begin`, { attempts: 1 }, headers)
  const outcome = { state: 'printed', detail: null }
  await client.post(`/agents/jobs/${job.id}`, outcome, headers)
  await client.post(`/printers/jobs/${job.id}/reprint`)
  const [waiting] = (await client.get('/printers/jobs')).body
  await client.del(`/printers/jobs/${waiting.id}`)
  await fire(client, userId)
  const shift = { userId, shiftDate: '2026-05-02', startTime: '08:00', notes: '' }
  const shiftId = await create(client, '/shifts', shift)
  await client.post(`/shifts/${shiftId}/close`, {})
  await client.post(`/shifts/${shiftId}/z-report/print`, { printerType, printerId: id })
  const codeId = await create(client, '/pay-codes', { kind: 'open', name: 'door' })
  await client.post(`/pay-codes/${codeId}/print`, { printerType, printerId: id })
  await client.post(`/printers/${id}/drawer`)
  await client.del(`/printers/configs/${id}`)
}

/** Sends an order to the kitchen. */
async function fire(client: Client, userId: string): Promise<void> {
  const categoryId = await create(client, '/categories', { name: 'Grill', type: 'dish' })
  const dishId = await create(client, '/dishes', { name: 'Steak', price: 9, categoryId })
  const { body: order } = await client.post('/orders/with-dishes', {
    order: { userId, status: 'open', total: 0 },
    dishes: [{ dishId, priceAtOrder: 9 }],
  })
  await client.post(`/orders/${order.id}/fire`, {})
}

const missedPayment = () => ({
  paymentHash: randomBytes(32).toString('hex'),
  amountSat: 1,
  externalId: null,
  payerNote: null,
  payerKey: null,
  completedAtMs: Date.now(),
})

/** Answers a request of the cloud to the node, and reports a payment that it received. */
async function callTunnel(
  client: Client,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const url = `${client.baseUrl.replace('http', 'ws')}/ws/tunnel`
  const socket = new WebSocket(url, { headers })
  await once(socket, 'open')
  const asked = once(socket, 'message')
  const answered = tunnelTransport()({ method: 'GET', path: '/getinfo', form: null })
  const { id } = JSON.parse(String((await asked)[0]))
  const answer = gzipSync(JSON.stringify({ status: 200, body: '{}' }))
  await client.post(`/agents/tunnel/${id}`, answer, {
    ...headers,
    'content-type': 'application/octet-stream',
  })
  await answered
  const end = { status: 200, body: '{"reason":"no response to the invoice request"}' }
  await client.post(`/agents/tunnel/${id}/end`, end, headers)
  await client.post('/agents/payments', { payments: [missedPayment()] }, headers)
  socket.close()
  await once(socket, 'close')
}
