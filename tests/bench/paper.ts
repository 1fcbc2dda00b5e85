import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startAgent } from '../agent/agent-process.ts'
import { type PrinterSink, startPrinter } from '../agent/printer-sink.ts'
import { createAgent } from '../support/on-site-agent.ts'
import { elements, ticketData } from '../support/printing.ts'
import { removeFolder } from '../support/remove-folder.ts'
import type { BenchShop } from './bench-shop.ts'
import { type Latency, latencyOf, summaryOf } from './latency.ts'

const printerName = 'paper'
const restarts = 5

/**
 * Measures how long a receipt takes to a network printer, through the queue and the real
 * agent, and how long after a restart or a kill of the agent one that waited takes.
 */
export async function measurePaper({ url, till }: BenchShop): Promise<Latency[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pos-bench-paper-'))
  const stateDir = join(dataDir, 'agent')
  await mkdir(stateDir)
  const printer = await startPrinter()
  const { enrolmentToken } = await createAgent(till, 'paper')
  const network = [{ name: printerName, host: '127.0.0.1', port: printer.port }]
  const config = {
    baseUrl: url,
    enrolmentToken,
    stateDir,
    printers: { system: false, network },
    node: null,
  }
  const print = async () => {
    const body = { printerType: 'BAR', ticketData }
    const { status } = await till.post('/printers/print', body)
    return { status }
  }
  let agent = await startAgent(config)
  try {
    await till.post('/templates', { name: 'Paper', elements })
    await till.post('/printers/configs', {
      printerType: 'BAR',
      printerName,
      templateName: 'Paper',
      isDefault: true,
    })
    await until(async () =>
      (await till.get('/printers/available')).body.includes(printerName),
    )
    const running = await latencyOf('while the agent runs', async () => {
      const before = printer.started()
      const answer = await print()
      await nextReceipt(printer, before)
      return answer
    })
    const afterEnd = async (signal: NodeJS.Signals) => {
      const times: number[] = []
      for (let n = 0; n < restarts; n += 1) {
        await agent.end(signal)
        const before = printer.started()
        await print()
        const startMs = performance.now()
        agent = await startAgent(config)
        await nextReceipt(printer, before)
        times.push(performance.now() - startMs)
      }
      return times
    }
    return [
      running,
      summaryOf('after a restart of the agent', await afterEnd('SIGTERM')),
      summaryOf('after a kill of the agent', await afterEnd('SIGKILL')),
    ]
  } finally {
    await agent.end('SIGTERM')
    await printer.stop()
    await removeFolder(dataDir)
  }
}

const nextReceipt = (printer: PrinterSink, before: number) =>
  until(async () => printer.started() > before)

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + 60_000
  while (!(await holds())) {
    if (performance.now() > deadlineMs) throw new Error('nothing was printed')
    await sleep(1)
  }
}
