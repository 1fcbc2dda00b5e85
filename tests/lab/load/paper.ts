import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pos } from '../../../shared/client/pos.ts'
import { startAgent } from '../../agent/agent-process.ts'
import { startPrinter } from '../../agent/printer-sink.ts'
import type { RunningSystem } from './system.ts'

const kinds = [
  ['CUSTOMER', 'paper-front'],
  ['KITCHEN', 'paper-kitchen'],
] as const

/** Of the receipts that tills print. */
export const templateName = 'Load'

/** Longest time from a receipt to paper. */
const paperMs = 60_000

export type Paper = Awaited<ReturnType<typeof openPaper>>

/** Network printers of an agent of their own, one for customers and one for the kitchen. */
export async function openPaper(pos: Pos, { url, dataDir }: RunningSystem) {
  const printers = await Promise.all(kinds.map(() => startPrinter()))
  const { enrolmentToken } = await pos.agents.enrol({ body: { name: 'paper' } })
  const stateDir = join(dataDir, 'paper-agent')
  await mkdir(stateDir)
  const agent = await startAgent({
    baseUrl: url,
    enrolmentToken,
    stateDir,
    printers: {
      system: false,
      network: printers.map(({ port }, at) => ({
        name: kinds[at]?.[1] ?? '',
        host: '127.0.0.1',
        port,
        goodbyeSeconds: 0.1,
      })),
    },
    node: null,
  } as { stateDir: string })
  await until('printers', async () => {
    const names = await pos.printers.available()
    return kinds.every(([, name]) => names.includes(name))
  })
  await pos.templates.create({
    body: { name: templateName, elements: [{ type: 'TABLE_ROW' }] },
  })
  for (const [printerType, printerName] of kinds) {
    await pos.printers.set({ body: { printerType, printerName } })
  }

  /** Number of originals and copies of each mark on paper. */
  const printed = new Map<string, { originals: number; copies: number }>()
  const expected: string[] = []
  const takeReceipts = () => {
    for (const { receipts } of printers) {
      for (const receipt of receipts.splice(0)) {
        const text = receipt.toString('latin1')
        const isCopy = text.includes('*** COPY ***')
        for (const [mark] of text.matchAll(/MARK-\d+-/g)) {
          const before = printed.get(mark) ?? { originals: 0, copies: 0 }
          printed.set(mark, {
            originals: before.originals + (isCopy ? 0 : 1),
            copies: before.copies + (isCopy ? 1 : 0),
          })
        }
      }
    }
  }

  return {
    /** A text that is on the next receipt and on no other. */
    newMark: () => {
      const mark = `MARK-${expected.length}-`
      expected.push(mark)
      return mark
    },
    /** Waits until a mark is on paper. Throws when it is not within a minute. */
    untilPrinted: (mark: string) =>
      until(`receipt ${mark}`, async () => {
        takeReceipts()
        return printed.has(mark)
      }),
    /** Counts the marks on paper, the missing ones, and those that are there twice. */
    figures: () => {
      takeReceipts()
      return {
        printed: printed.size,
        copies: [...printed.values()].filter(({ copies }) => copies > 0).length,
        missing: expected.filter((mark) => !printed.has(mark)),
        doubled: [...printed].flatMap(([mark, { originals }]) =>
          originals > 1 ? mark : [],
        ),
      }
    },
    close: async () => {
      await agent.end('SIGTERM')
      await Promise.all(printers.map((printer) => printer.stop()))
    },
  }
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const giveUpAtMs = performance.now() + paperMs
  while (!(await holds())) {
    if (performance.now() > giveUpAtMs) throw new Error(`no ${what} within 60 s`)
    await sleep(20)
  }
}
