import { DeleteQueueCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { Client } from './client.ts'
import { enrolAgent } from './on-site-agent.ts'
import { openShop, type Shop } from './shop.ts'

export const elements = [
  { type: 'HEADER', value: '{{config.businessName}}', style: { bold: true } },
  { type: 'TABLE_ROW' },
]

export const ticketData = {
  ticketId: 'T-17',
  tableName: '',
  roomName: '',
  date: '2026-11-21',
  items: [{ quantity: 2, name: 'Coffee', price: 2.5, comments: ['no sugar'] }],
  total: 5,
}

export const sent = { status: 200, body: 'Print job sent' }
export const failed = { status: 503, body: { message: 'Error processing print job' } }

/** Prints a ticket of the kitchen with a separate agent. Returns the job's id. */
export async function printJob(shop: Shop, admin: Client): Promise<string> {
  const agent = await enrolAgent(shop, admin, 'desk')
  await agent.report('desk printer')
  const printer = { printerType: 'KITCHEN', printerName: 'desk printer' }
  const { body } = await admin.post('/printers/configs', printer)
  await admin.post('/templates', { name: 'Desk', elements })
  const ticket = { printerType: 'KITCHEN', printerId: body.id, templateName: 'Desk' }
  await admin.post('/printers/print', { ...ticket, ticketData })
  return (await admin.get('/printers/jobs')).body[0].id
}

export type PrintDesk = Awaited<ReturnType<typeof openPrintDesk>>

/** A shop with three templates and an agent without a process that reports four printers. */
export async function openPrintDesk(options: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop(options)
  const admin = await shop.admin()
  const till: Client = await shop.userWith()
  const agent = await enrolAgent(shop, admin)
  await agent.report('front', 'oven', 'grill', 'taproom')
  for (const name of ['Bill', 'Order', 'NONE at all']) {
    await admin.post('/templates', { name, elements })
  }

  return {
    shop,
    admin,
    till,
    agent,
    enrol: (name: string) => enrolAgent(shop, admin, name),
    /** An agent whose queue is gone, so that nothing can be sent to its printer. */
    createAgentWithoutQueue: async (printer: string) => {
      const other = await enrolAgent(shop, admin, 'queueless')
      await other.report(printer)
      const { queueUrl, region, endpoint, ...credentials } = (
        await other.post('/agents/credentials')
      ).body
      const sqs = new SQSClient({ region, endpoint, credentials })
      await sqs.send(new DeleteQueueCommand({ QueueUrl: queueUrl }))
      return other
    },
    createPrinter: async (fields: object): Promise<string> => {
      const input = { printerType: 'KITCHEN', templateName: 'Order', ...fields }
      return (await till.post('/printers/configs', input)).body.id
    },
    print: (fields: object = {}) =>
      till.post('/printers/print', { printerType: 'KITCHEN', ticketData, ...fields }),
    /** Names of the printers that got a job since the last call, sorted. */
    printedOn: async () =>
      (await agent.takeJobs()).map(({ printerName }) => printerName).toSorted(),
    /** Deletes all printer configurations and jobs; the agent stays online. */
    clear: async () => {
      await agent.sendHeartbeat()
      const { body } = await till.get('/printers/configs')
      for (const { id } of body) await till.del(`/printers/configs/${id}`)
      await agent.takeJobs()
    },
  }
}
