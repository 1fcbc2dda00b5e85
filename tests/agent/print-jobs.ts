import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import { bytesOf, escPos } from '../../shared/paper/layout/commands.ts'
import { inCopies, layout } from '../../shared/paper/layout/layout.ts'
import { defaultSettings } from '../../shared/paper/layout/print-settings.ts'
import { TemplateElement, TemplateInput } from '../../shared/paper/layout/template.ts'
import type { PrintJob } from '../../shared/paper/queue/print-job.ts'

const { elements } = TemplateInput.parse({
  name: 'receipt',
  elements: [
    { type: 'HEADER', value: '{{config.businessName}}' },
    { type: 'TEXT', value: 'Ticket {{ticket.id}}' },
    { type: 'TABLE_ROW' },
    { type: 'TOTAL_ROW' },
    { type: 'QRCODE' },
  ],
})

/** A job as the cloud queues it, with a TTL of an hour. */
export function createPrintJob(
  printerName: string,
  change: Partial<PrintJob> = {},
): PrintJob {
  return {
    id: randomUUID(),
    printerName,
    templateName: 'receipt',
    elements,
    ticket: {
      ticketId: 'T-1',
      tableName: '4',
      roomName: 'Terrace',
      date: '2026-11-21 10:00:00',
      items: [{ quantity: 2, name: 'Café con leche', price: 3.8 }],
      total: 3.8,
      invoice: 'lnbc1exampleinvoice',
    },
    config: {
      businessName: 'Bar El Cañón',
      businessAddress: null,
      businessPhone: null,
      businessEmail: null,
    },
    createdAtMs: Date.now(),
    expiresAtMs: Date.now() + 3_600_000,
    ...change,
  }
}

/** A receipt with this many lines, whose picture takes a while. */
export function longJob(printerName: string, lines: number): PrintJob {
  const job = createPrintJob(printerName, elementsOf({ type: 'TABLE_ROW' }))
  job.ticket.items = Array(lines).fill({
    quantity: 2,
    name: 'Café con leche',
    price: 3.8,
  })
  return job
}

/** A receipt of 50,000 lines, which no agent can draw and the cloud refuses. */
export const undrawableJob = (printerName: string): PrintJob =>
  createPrintJob(printerName, elementsOf({ type: 'TEXT', value: '\n'.repeat(50_000) }))

const elementsOf = (element: z.input<typeof TemplateElement>) => ({
  elements: [TemplateElement.parse(element)],
})

/** The bytes that a printer must get for the job. */
export function escPosBytesOf(job: PrintJob, options: { copy?: boolean } = {}): Buffer {
  const { copies, codePage } = job.settings ?? defaultSettings
  return Buffer.from(bytesOf(inCopies(layout(job, options), copies), codePage, escPos))
}
