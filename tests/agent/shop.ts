import { expect, onTestFinished, vi } from 'vitest'
import { startAgent, temporaryFolder } from './agent-process.ts'
import { enrolmentToken, startCloud } from './cloud-stand-in.ts'
import { createPrintJob } from './print-jobs.ts'
import { startPrinter } from './printer-sink.ts'

type Close = () => Promise<void>

/**
 * Starts a cloud stand-in, a network printer `kitchen` and, on demand, agents. All are
 * stopped after the test; with `onFinished`, the one who gave it does so.
 */
export async function openShop(
  options: Parameters<typeof startCloud>[0] = {},
  onFinished: (close: Close) => unknown = onTestFinished,
) {
  const cloud = await startCloud(options)
  onFinished(() => cloud.stop())
  const kitchen = await startPrinter()
  onFinished(() => kitchen.stop())
  const stateDir = await temporaryFolder(onFinished)
  const config = {
    baseUrl: cloud.url,
    enrolmentToken: enrolmentToken,
    stateDir,
    printers: {
      system: false,
      network: [
        { name: 'kitchen', host: '127.0.0.1', port: kitchen.port, goodbyeSeconds: 5 },
      ],
      virtual: [{ name: 'customer', directory: `${stateDir}/printed` }],
    },
    node: null,
  }
  return {
    cloud,
    kitchen,
    stateDir,
    config,
    startAgent: async (change: object = {}, nodeOptions: readonly string[] = []) => {
      const agent = await startAgent({ ...config, ...change }, nodeOptions)
      onFinished(async () => {
        await agent.end('SIGKILL')
      })
      return agent
    },
  }
}

/** A shop whose agent could not print a job, as its printer is switched off. */
export async function failPrint() {
  const shop = await openShop()
  await shop.kitchen.stop()
  const job = createPrintJob('kitchen')
  await shop.cloud.enqueue(job)
  const first = await shop.startAgent()
  const soon = { timeout: 60_000, interval: 20 }
  await vi.waitFor(() => expect(first.output()).toContain('print-failed'), soon)
  return { ...shop, first, job }
}
