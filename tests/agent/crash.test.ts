import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startAgent as startProcess } from './agent-process.ts'
import { createPrintJob, escPosBytesOf } from './print-jobs.ts'
import { startPrinter } from './printer-sink.ts'
import { failPrint, openShop } from './shop.ts'

const soon = { timeout: 60_000, interval: 20 }

describe('an agent killed with SIGKILL and started again', () => {
  test('while printing: prints again, marked as a copy', async () => {
    const { cloud, config, kitchen, startAgent } = await openShop()
    kitchen.behaviour.hangs = true
    const job = createPrintJob('kitchen')
    await cloud.enqueue(job)
    // Killed before the goodbye, after which it would count as printed
    const patient = { ...config.printers.network[0], goodbyeSeconds: 60 }
    const first = await startAgent({ printers: { system: false, network: [patient] } })
    await vi.waitFor(() => expect(kitchen.receipts).toHaveLength(1), soon)
    await first.end('SIGKILL')
    expect(cloud.statesOf(job.id)).toEqual([])

    kitchen.behaviour.hangs = false
    await cloud.redeliver()
    await startAgent()
    await vi.waitFor(() => expect(cloud.statesOf(job.id)).toEqual(['reprinted']), soon)
    expect(kitchen.receipts).toEqual([
      escPosBytesOf(job),
      escPosBytesOf(job, { copy: true }),
    ])
  })

  test('after printing, before the message was deleted: only deletes it', async () => {
    const { cloud, kitchen, stateDir, startAgent } = await openShop()
    cloud.state.heldOperations.add('DeleteMessage')
    const job = createPrintJob('kitchen')
    cloud.state.outages.set(`/agents/jobs/${job.id}`, 1_000)
    await cloud.enqueue(job)
    const first = await startAgent()
    const journal = () => readFile(join(stateDir, 'jobs.jsonl'), 'utf8')
    await vi.waitFor(async () => expect(await journal()).toContain('"printed"'), soon)
    await first.end('SIGKILL')
    expect(cloud.queued()).toBe(1)

    cloud.state.heldOperations.clear()
    cloud.state.outages.clear()
    await cloud.redeliver()
    await startAgent()
    await vi.waitFor(() => expect(cloud.queued()).toBe(0), soon)
    await vi.waitFor(() => expect(cloud.statesOf(job.id)).toEqual(['printed']), soon)
    expect(kitchen.receipts).toEqual([escPosBytesOf(job)])
  })
})

test('a second agent on the state directory of another says so, and prints nothing', async () => {
  const { cloud, config, kitchen, stateDir, startAgent } = await openShop()
  const first = await startAgent()
  await vi.waitFor(() => expect(first.output()).toContain('printers-reported'), soon)
  const second = await startProcess({ ...config, stateDir: '.' }, [], undefined, stateDir)
  onTestFinished(async () => {
    await second.end('SIGKILL')
  })
  expect(await second.exited()).toBe(75)
  expect(second.output()).toContain(`Another agent is running on ${stateDir}`)

  const job = createPrintJob('kitchen')
  await cloud.enqueue(job)
  await vi.waitFor(() => expect(cloud.statesOf(job.id)).toEqual(['printed']), soon)
  expect(kitchen.receipts).toHaveLength(1)
})

describe('an agent stopped with SIGTERM', () => {
  test('finishes the job in progress', async () => {
    const { cloud, kitchen, startAgent } = await openShop()
    kitchen.behaviour.hangs = true
    const job = createPrintJob('kitchen')
    await cloud.enqueue(job)
    const agent = await startAgent()
    await vi.waitFor(() => expect(kitchen.receipts).toHaveLength(1), soon)

    expect(await agent.end('SIGTERM')).toBe(0)
    expect(cloud.statesOf(job.id)).toEqual(['printed'])
    expect(cloud.queued()).toBe(0)
  })

  test('hands waiting jobs back to the queue, and the next agent prints them', async () => {
    const { cloud, config, startAgent, first, job } = await failPrint()
    expect(await first.end('SIGTERM')).toBe(0)

    const later = createPrintJob('kitchen')
    await cloud.enqueue(later)
    const again = await startPrinter(config.printers.network[0]?.port)
    onTestFinished(() => again.stop())
    await startAgent()
    await vi.waitFor(() => expect(cloud.statesOf(later.id)).toEqual(['printed']), soon)
    expect(again.receipts).toEqual([escPosBytesOf(job), escPosBytesOf(later)])
  })
})
