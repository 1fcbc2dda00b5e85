import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from '../client.ts'
import type { DemoSystem } from './demo-system.ts'
import { type Sale, totalCents } from './sales.ts'
import { expectResponse, result, step, waitFor } from './steps.ts'

const templateName = 'Demo receipt'

const centred = { justification: 'CENTER' } as const
const elements = [
  {
    type: 'HEADER',
    value: '{{config.businessName}}',
    style: { ...centred, bold: true, fontSize: 'LARGE' },
  },
  { type: 'TEXT', value: '{{config.businessAddress}}', style: centred },
  { type: 'TEXT', value: '{{config.businessPhone}}', style: centred },
  { type: 'LINE_BREAK' },
  { type: 'TEXT', value: 'Ticket {{ticket.id}}' },
  { type: 'TEXT', value: '{{ticket.date}}' },
  { type: 'SEPARATOR', value: '-' },
  { type: 'TABLE_ROW' },
  { type: 'TOTAL_ROW', value: 'TOTAL', style: { bold: true } },
  { type: 'LINE_BREAK' },
  { type: 'QRCODE', style: centred },
  { type: 'FOOTER', value: '¡Gracias por su visita!', style: centred },
]

/** Waits for the on-site agent's printers, and makes its customer printer the default. */
export async function prepareReceipts(till: Client, deadlineMs: number): Promise<void> {
  step('Waiting for the printers that the on-site agent reports')
  const printers = await availablePrinters(till, deadlineMs)
  result(printers.join(', '))

  step('Saving a receipt template and choosing the customer printer')
  await saveTemplate(till)
  const text = expectResponse(
    await till.post('/printers/set', {
      printerType: 'CUSTOMER',
      printerName: 'customer',
    }),
    { status: 200, body: 'Printer customer set for CUSTOMER' },
  )
  const configs = expectResponse(await till.get('/printers/configs'), { status: 200 })
  const { id } = configs.find(
    (each: { printerName: string; printerType: string }) =>
      each.printerName === 'customer' && each.printerType === 'CUSTOMER',
  )
  expectResponse(await till.put(`/printers/configs/${id}`, { templateName }), {
    status: 200,
  })
  result(`${text}, with the template "${templateName}"`)
}

async function availablePrinters(till: Client, deadlineMs: number): Promise<string[]> {
  for (;;) {
    const names = expectResponse(await till.get('/printers/available'), { status: 200 })
    if (names.includes('customer') || Date.now() > deadlineMs) return names
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function saveTemplate(till: Client): Promise<void> {
  const templates = expectResponse(await till.get('/templates'), { status: 200 })
  const current = templates.find((each: { name: string }) => each.name === templateName)
  const input = { name: templateName, elements }
  if (current)
    expectResponse(await till.put(`/templates/${current.id}`, input), { status: 200 })
  else expectResponse(await till.post('/templates', input), { status: 201 })
}

/** Prints a sale's ticket. Returns the path of the picture that the printer makes. */
export async function printReceipt(
  till: Client,
  { dataDir }: DemoSystem,
  { ticketId, lines }: Sale,
  invoice: string | null,
): Promise<string> {
  step('Printing the ticket')
  const text = expectResponse(
    await till.post('/printers/print', {
      printerType: 'CUSTOMER',
      broadcast: false,
      ticketData: {
        ticketId,
        tableName: '',
        roomName: '',
        date: new Date().toISOString().slice(0, 16).replace('T', ' '),
        items: lines.map(([quantity, { name, priceCents }]) => ({
          quantity,
          name,
          price: (quantity * priceCents) / 100,
        })),
        total: totalCents(lines) / 100,
        invoice,
      },
    }),
    { status: 200, body: 'Print job sent' },
  )
  const picture = await pictureOf(join(dataDir, 'printed'), ticketId)
  result(`${text}: ${picture}`)
  return picture
}

const pictureOf = (folder: string, ticketId: string): Promise<string> =>
  waitFor(`a picture of ticket ${ticketId}`, async () => {
    const names = await readdir(folder).catch(() => [])
    const name = names.find((each) => each.startsWith(ticketId) && each.endsWith('.png'))
    return name && join(folder, name)
  })
