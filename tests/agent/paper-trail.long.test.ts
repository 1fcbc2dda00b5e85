import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { TemplateElement } from '../../shared/paper/layout/template.ts'
import { hasCups, startCups } from './cups.ts'
import { createPrintJob } from './print-jobs.ts'
import { startPrinter } from './printer-sink.ts'
import { openShop } from './shop.ts'

// A thousand jobs take minutes, which a short run does not have.
const hasTime = Number(process.env.POS_TEST_MINUTES) >= 30
const jobCount = hasTime ? 1_000 : 60
const killCount = hasTime ? 25 : 4

/** Printers of the agent and queues of CUPS, by what becomes of a receipt there. */
const network = ['good', 'half', 'deaf', 'resets'] as const
const queues = ['queue', 'stopped'] as const
const names = [...network, ...queues]

const qrCode = TemplateElement.parse({ type: 'QRCODE' })

/** The number of a receipt's ticket, and whether it is marked as a copy. */
function readReceipt(receipt: Buffer) {
  const text = receipt.toString('latin1')
  return {
    ticket: Number(/Ticket T-(\d+)/.exec(text)?.[1]),
    isCopy: text.includes('*** COPY ***'),
  }
}

type Outcome = { state: string; confirmed?: boolean; started?: boolean; detail: string }

describe.skipIf(!hasCups())('the paper trail', () => {
  test(`${jobCount} jobs with ${killCount} kills on printers of six kinds: each once, or marked, or reported`, async () => {
    const sinks = Object.fromEntries(
      await Promise.all(
        names.map(async (name) => {
          const sink = await startPrinter()
          onTestFinished(() => sink.stop())
          return [name, sink] as const
        }),
      ),
    )
    const sinkOf = (name: string) => {
      const sink = sinks[name]
      if (!sink) throw new Error(`there is no printer ${name}`)
      return sink
    }
    sinkOf('half').behaviour.readsBytes = 300
    sinkOf('deaf').behaviour.deaf = true
    sinkOf('resets').behaviour.resets = true
    const cups = await startCups(
      queues.map((name) => ({ name, port: sinkOf(name).port })),
    )
    onTestFinished(() => cups.stop())
    vi.stubEnv('CUPS_SERVER', cups.server)
    onTestFinished(() => void vi.unstubAllEnvs())
    cups.run('cupsdisable', 'stopped')
    const { cloud, startAgent } = await openShop({ longPollSeconds: 20 })
    const printers = {
      system: true,
      network: network.map((name) => ({
        name,
        host: '127.0.0.1',
        port: sinkOf(name).port,
        goodbyeSeconds: 1,
      })),
    }
    const jobs = Array.from({ length: jobCount }, (_, number) => {
      const job = createPrintJob(names[number % names.length] ?? '')
      job.ticket.ticketId = `T-${number}`
      // A program reads 64 KB at once, and a half must be left of it
      const codes = Array<TemplateElement>(20).fill(qrCode)
      return job.printerName === 'half'
        ? { ...job, elements: [...job.elements, ...codes] }
        : job
    })
    const sending = (async () => {
      for (const job of jobs) await cloud.enqueue(job)
    })()
    const printed = () => names.reduce((sum, name) => sum + sinkOf(name).started(), 0)
    for (let kills = 0; kills < killCount; kills += 1) {
      const before = printed()
      const agent = await startAgent({ printers })
      // Printers that never read or are stopped may be all that is left
      await vi
        .waitFor(() => expect(printed()).toBeGreaterThan(before), 60_000)
        .catch(() => undefined)
      await sleep(Math.random() * 1_500)
      await agent.end(kills % 3 === 0 ? 'SIGTERM' : 'SIGKILL')
      if (kills === Math.floor(killCount / 2)) cups.run('cupsenable', 'stopped')
    }
    await sending
    await startAgent({ printers })
    const outcomeOf = (id: string) => cloud.outcomeOf(id) as Outcome | undefined
    await vi.waitFor(
      () => expect(jobs.filter(({ id }) => !outcomeOf(id))).toHaveLength(0),
      { timeout: 1_500_000, interval: 2_000 },
    )

    const papers = names.flatMap((name) => [
      ...sinkOf(name).receipts,
      ...sinkOf(name).parts,
    ])
    const byTicket = Map.groupBy(papers.map(readReceipt), ({ ticket }) => ticket)
    const wrong = jobs.flatMap(({ id, printerName }, number) => {
      const found = byTicket.get(number) ?? []
      const outcome = outcomeOf(id)
      const unmarked = found.filter(({ isCopy }) => !isCopy).length
      const isPrinted = outcome?.state === 'printed' || outcome?.state === 'reprinted'
      const isSure = isPrinted && outcome?.confirmed !== false
      const isLost = !isPrinted && found.length === 0
      const isSaid = outcome?.confirmed === false || outcome?.started === true || isLost
      const isRight =
        unmarked <= 1 && (isSure ? found.length > 0 && !isDoubtful(printerName) : isSaid)
      return isRight ? [] : [{ printerName, found, outcome }]
    })
    expect(wrong).toEqual([])
    expect(cloud.deadLetters()).toBe(0)
  }, 2_400_000)
})

/** Printers that never confirm a receipt. */
const isDoubtful = (name: string) => name !== 'good'
