import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pos } from '../../../shared/client/pos.ts'
import type { DemoSystem } from './demo-system.ts'
import { type Sale, totalCents } from './sales.ts'
import { expectEqual, result, step, waitFor } from './steps.ts'

const templateName = 'Demo receipt'

const centred = { justification: 'CENTER' } as const
type Template = Parameters<Pos['templates']['create']>[0]['body']

const elements: Template['elements'] = [
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
export async function prepareReceipts(pos: Pos, deadlineMs: number): Promise<void> {
  step('Waiting for the printers that the on-site agent reports')
  const printers = await availablePrinters(pos, deadlineMs)
  result(printers.join(', '))

  step('Saving a receipt template and choosing the customer printer')
  await saveTemplate(pos)
  const printer = { printerType: 'CUSTOMER', printerName: 'customer' } as const
  const text = await pos.printers.set({ body: printer })
  expectEqual('answer', text, 'Printer customer set for CUSTOMER')
  const configs = await pos.printers.list()
  const config = configs.find(
    (each) => each.printerName === 'customer' && each.printerType === 'CUSTOMER',
  )
  await pos.printers.update({ params: { id: config?.id ?? '' }, body: { templateName } })
  result(`${text}, with the template "${templateName}"`)
}

async function availablePrinters(pos: Pos, deadlineMs: number): Promise<string[]> {
  for (;;) {
    const names = await pos.printers.available()
    if (names.includes('customer') || Date.now() > deadlineMs) return [...names]
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function saveTemplate(pos: Pos): Promise<void> {
  const templates = await pos.templates.list()
  const current = templates.find(({ name }) => name === templateName)
  const body = { name: templateName, elements }
  if (current) await pos.templates.update({ params: { id: current.id }, body })
  else await pos.templates.create({ body })
}

/** Prints a sale's ticket. Returns the path of the picture that the printer makes. */
export async function printReceipt(
  pos: Pos,
  { dataDir }: DemoSystem,
  { ticketId, lines }: Sale,
  invoice: string | null,
): Promise<string> {
  step('Printing the ticket')
  const text = await pos.printers.print({
    body: {
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
    },
  })
  expectEqual('answer', text, 'Print job sent')
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
