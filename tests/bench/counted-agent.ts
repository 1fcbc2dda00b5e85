import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import WebSocket from 'ws'
import { Client } from '../support/client.ts'
import { bearer, createAgent, newSecret } from '../support/on-site-agent.ts'
import { elements, ticketData } from '../support/printing.ts'
import type { BenchShop, CountedShop } from './bench-shop.ts'

/** An agent without a process, whose calls are made one by one, and the node behind it. */
export async function openCountedAgent(shop: BenchShop, counter = 'counter') {
  const { id, enrolmentToken } = await createAgent(shop.till)
  const secret = newSecret()
  const client = new Client(shop.url)
  await client.post(
    '/agents/exchange',
    { secret, servesNode: true },
    bearer(enrolmentToken),
  )
  const headers = bearer(`${id}.${secret}`)
  const post = (path: string, body: unknown = {}) => client.post(path, body, headers)
  const report = (printers = [counter, 'kitchen', 'bar']) =>
    post('/agents/report', {
      printers: printers.map((name) => ({ name, kind: 'network' })),
      version: '1.0.0',
    })
  let socket: WebSocket | undefined

  /** Makes a printer of the counter and its template. Returns the printer's id. */
  const preparePrinter = async (till: Client): Promise<string> => {
    await report()
    await till.post('/templates', { name: 'Bill', elements })
    const printer = {
      printerType: 'CUSTOMER',
      printerName: counter,
      templateName: 'Bill',
    }
    return (await till.post('/printers/configs', printer)).body.id
  }

  const answer = async (data: Buffer) => {
    const { id: requestId, path } = JSON.parse(data.toString())
    const response = gzipSync(JSON.stringify(nodeResponse(path)))
    await client.post(`/agents/tunnel/${requestId}`, response, {
      ...headers,
      'content-type': 'application/octet-stream',
    })
  }

  return {
    report,
    credentials: () => post('/agents/credentials'),
    open: async () => {
      socket = new WebSocket(`${shop.url.replace('http', 'ws')}/ws/tunnel`, { headers })
      socket.on('message', (data: Buffer) => void answer(data))
      await once(socket, 'open')
    },
    heartbeat: () => socket?.send(JSON.stringify({ action: 'heartbeat', agentId: id })),
    close: async () => {
      if (!socket) return
      socket.close()
      await once(socket, 'close')
    },
    reportPayment: (paymentHash: string) =>
      post('/agents/payments', {
        payments: [
          {
            paymentHash,
            amountSat: 1,
            externalId: null,
            payerNote: null,
            payerKey: null,
            completedAtMs: Date.now(),
          },
        ],
      }),
    preparePrinter,
    /** Makes what a print needs. */
    preparePrint: async (till: Client, { proxy }: Pick<CountedShop, 'proxy'>) => {
      const printerId = await preparePrinter(till)
      let jobId: string | undefined
      return {
        print: async () => {
          const print = { printerType: 'CUSTOMER', printerId, ticketData }
          const answer = await till.post('/printers/print', print)
          const calls = JSON.stringify(proxy.calls())
          jobId = /"PRINT-JOB#([^"]+)"/.exec(calls)?.[1]
          return answer
        },
        beginJob: () => post(`/agents/jobs/${jobId}/begin`, { attempts: 1 }),
        reportOutcome: () =>
          post(`/agents/jobs/${jobId}`, { state: 'printed', detail: null }),
      }
    },
  }
}

/** The node makes invoices, of which none is paid. */
const nodeResponse = (path: string) =>
  path === '/createinvoice'
    ? {
        status: 200,
        body: JSON.stringify({
          amountSat: 1,
          paymentHash: randomBytes(32).toString('hex'),
          serialized: 'lnbc1',
        }),
      }
    : { status: 404, body: 'Not found' }
