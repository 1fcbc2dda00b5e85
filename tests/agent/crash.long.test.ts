import { describe, expect, test, vi } from 'vitest'
import { maxJobAgeMs } from '../../shared/paper/queue/print-job.ts'
import { createPrintJob, escPosBytesOf } from './print-jobs.ts'
import { startPrinter } from './printer-sink.ts'
import { failPrint, openShop } from './shop.ts'

const soon = { timeout: 60_000, interval: 20 }

describe('an agent killed with SIGKILL and started again', () => {
  test('before the printer was reached: prints the job once, unmarked', async () => {
    const { cloud, config, startAgent, first, job } = await failPrint()
    await first.end('SIGKILL')

    const again = await startPrinter(config.printers.network[0]?.port)
    try {
      await cloud.redeliver()
      await startAgent()
      await vi.waitFor(() => expect(cloud.statesOf(job.id)).toEqual(['printed']), soon)
      expect(again.receipts).toEqual([escPosBytesOf(job)])
    } finally {
      await again.stop()
    }
  })

  test('while printing, started when the receipt is too old: reports it as failed', async () => {
    const { cloud, kitchen, startAgent } = await openShop()
    kitchen.behaviour.hangs = true
    const first = await startAgent()
    await vi.waitFor(() => expect(first.output()).toContain('reported'), soon)
    const nowMs = Date.now()
    const job = createPrintJob('kitchen', {
      createdAtMs: nowMs - maxJobAgeMs,
      expiresAtMs: nowMs + 5_000,
    })
    await cloud.enqueue(job)
    await vi.waitFor(() => expect(kitchen.receipts).toHaveLength(1), soon)
    await first.end('SIGKILL')

    await new Promise((resolve) => setTimeout(resolve, job.expiresAtMs - Date.now() + 10))
    await cloud.redeliver()
    await startAgent()
    await vi.waitFor(() => expect(cloud.statesOf(job.id)).toEqual(['failed']), soon)
    expect(kitchen.receipts).toHaveLength(1)
  })
})

test('a receipt that the long poll of a killed agent took comes seconds after a restart', async () => {
  const { cloud, kitchen, startAgent } = await openShop({ longPollSeconds: 20 })
  const first = await startAgent()
  const receives = () =>
    cloud.state.queueCalls.filter(({ operation }) => operation === 'ReceiveMessage')
  await vi.waitFor(() => expect(receives()).toHaveLength(1), soon)
  await first.end('SIGKILL')
  const job = createPrintJob('kitchen')
  await cloud.enqueue(job)

  await startAgent()
  await vi.waitFor(() => expect(cloud.statesOf(job.id)).toEqual(['printed']), soon)
  expect(kitchen.receipts).toEqual([escPosBytesOf(job)])
})
