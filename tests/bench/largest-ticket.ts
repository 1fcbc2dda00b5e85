import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../support/client.ts'

/** 500 items on 2,000 lines with almost 64 KB of text: the largest ticket allowed. */
const items = Array(500).fill({
  quantity: 1,
  name: 'Café con leche y media tostada de tomate',
  price: 3.8,
  comments: Array(3).fill('sin azúcar, en taza grande'),
})

const timeoutMs = 120_000

/**
 * Runs `work` while the agent's virtual printer `customer` prints the largest ticket,
 * again and again, into `directory`.
 */
export async function whilePrinting<Result>(
  till: Client,
  directory: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await till.post('/templates', { name: 'Longest', elements: [{ type: 'TABLE_ROW' }] })
  await till.post('/printers/configs', {
    printerType: 'CUSTOMER',
    printerName: 'customer',
    templateName: 'Longest',
    isDefault: true,
  })
  await until(async () =>
    (await till.get('/printers/available')).body.includes('customer'),
  )
  let isDone = false
  const printAll = async () => {
    for (let n = 0; !isDone; n += 1)
      await printLargestTicket(till, directory, `longest-${n}`)
  }
  const [result] = await Promise.all([work().finally(() => (isDone = true)), printAll()])
  return result
}

/** Prints the largest ticket and waits for its picture. */
async function printLargestTicket(till: Client, directory: string, ticketId: string) {
  const ticket = { ticketId, tableName: '', roomName: '', date: '', items, total: 1_900 }
  const { status, body } = await till.post('/printers/print', {
    printerType: 'CUSTOMER',
    ticketData: ticket,
  })
  if (status !== 200) throw new Error(`print: ${status} ${JSON.stringify(body)}`)
  await until(async () => {
    const printed = await readdir(directory).catch(() => [])
    return printed.some((name) => name.startsWith(ticketId) && name.endsWith('.png'))
  })
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const giveUpAtMs = performance.now() + timeoutMs
  while (!(await holds())) {
    if (performance.now() > giveUpAtMs) throw new Error('the agent does not print')
    await sleep(50)
  }
}
