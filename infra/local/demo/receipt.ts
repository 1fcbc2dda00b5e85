import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sale } from './sales.ts'
import { type Demo, expectEqual, result, step, waitFor } from './steps.ts'

const printers = [
  ['CUSTOMER', 'customer'],
  ['KITCHEN', 'kitchen'],
] as const

/** Waits for the on-site agent's printers, and makes them print receipts and dishes. */
export async function preparePrinters({ pos }: Demo): Promise<void> {
  step('Waiting for the printers that the on-site agent reports')
  const names = await waitFor('the printers', async () => {
    const available = await pos.printers.available()
    return printers.every(([, name]) => available.includes(name)) ? available : undefined
  })
  result(names.join(', '))

  step('Choosing the printers for customers and for the kitchen')
  for (const [printerType, printerName] of printers) {
    const text = await pos.printers.set({ body: { printerType, printerName } })
    expectEqual('answer', text, `Printer ${printerName} set for ${printerType}`)
    result(text)
  }
  // A demo of an earlier release named its own template.
  for (const { id, templateName } of await pos.printers.list()) {
    if (templateName !== 'Demo receipt') continue
    await pos.printers.update({ params: { id }, body: { templateName: null } })
  }
}

/** Prints a sale's receipt. Returns the path of the picture that the printer makes. */
export async function printReceipt(
  demo: Demo,
  { orderId, ticketId }: Sale,
): Promise<string> {
  step('Printing the receipt')
  const text = await demo.pos.printers.print({
    body: { printerType: 'CUSTOMER', orderId },
  })
  expectEqual('answer', text, 'Print job sent')
  const picture = await pictureOf(demo, ticketId)
  result(`${text}: ${picture}`)
  return picture
}

/** The path of the picture that a printer has made of a ticket, or of an order's dishes. */
export const pictureOf = ({ dataDir }: Demo, id: string): Promise<string> => {
  const folder = join(dataDir, 'printed')
  return waitFor(`a picture of ${id}`, async () => {
    const names = await readdir(folder).catch(() => [])
    const name = names.find((each) => each.startsWith(id) && each.endsWith('.png'))
    return name && join(folder, name)
  })
}
