import { expect, onTestFinished, test, vi } from 'vitest'
import { listenToLog } from '../../print-agent/log.ts'
import { cupsPrinters } from '../../print-agent/printers/cups.ts'
import { hasCups, startCups } from './cups.ts'
import { startIppPrinter } from './ipp-printer.ts'

const document = {
  jobId: 'job',
  ticketId: 'T-1',
  title: 'ticket T-1',
  bytes: Buffer.from('receipt'),
  picture: () => Promise.reject(new Error('a spooler prints bytes')),
}

test.skipIf(!hasCups())(
  'an IPP printer that waits is reported with its reason, and not at every change of its words',
  async () => {
    const ipp = await startIppPrinter()
    onTestFinished(() => ipp.stop())
    const cups = await startCups([{ name: 'ipp', uri: ipp.uri }])
    onTestFinished(() => cups.stop())
    vi.stubEnv('CUPS_SERVER', cups.server)
    onTestFinished(() => void vi.unstubAllEnvs())
    const told: string[] = []
    listenToLog((event, { reason }) => {
      if (event === 'print-waits') told.push(String(reason))
    })
    const [printer] = await cupsPrinters()
    ipp.behaviour.waits = 'media-empty-warning'
    const giveUp = AbortSignal.timeout(300_000)
    const printing = printer?.print(document, async () => undefined, giveUp)
    // CUPS asks the printer every ten seconds
    const reasons = ['media-empty-warning', 'cover-open-error', 'toner-low', 'door-open']
    for (const reason of reasons) {
      ipp.behaviour.waits = reason
      const alerts = () => String(cups.run('lpstat', '-l', '-p', 'ipp'))
      await vi.waitFor(() => expect(alerts()).toContain(reason), 60_000)
      await vi.waitFor(() => expect(told).not.toEqual([]), 60_000)
    }
    ipp.behaviour.waits = undefined
    expect(await printing).toBeUndefined()
    expect(told[0]).toContain('media-empty-warning')
    expect(told.length).toBeLessThan(reasons.length)
  },
  300_000,
)
