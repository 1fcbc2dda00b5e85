import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createPrintJob } from './print-jobs.ts'
import { openShop } from './shop.ts'
import { startNode } from './shop-node.ts'

const soon = { timeout: 60_000, interval: 20 }

/** Limits the size of the files that a running process writes; its pipes still work. */
const limitFiles = (pid: number | undefined, bytes: string) =>
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`])

test('a full disk stops neither printing nor the tunnel, and is logged', async () => {
  const { cloud, kitchen, stateDir, startAgent } = await openShop()
  const node = await startNode()
  const agent = await startAgent({ node: { url: node.url, password: 'secret' } })
  const journal = () => readFile(join(stateDir, 'jobs.jsonl'), 'utf8')
  try {
    await vi.waitFor(() => expect(cloud.state.connections).toHaveLength(1), soon)
    limitFiles(agent.pid, '0')
    const job = createPrintJob('kitchen')
    await cloud.enqueue(job)
    await vi.waitFor(() => expect(cloud.statesOf(job.id)).toEqual(['printed']), soon)
    await vi.waitFor(() => expect(cloud.queued()).toBe(0), soon)
    expect(kitchen.receipts).toHaveLength(1)
    await vi.waitFor(() => expect(agent.output()).toContain('disk-failed'), soon)
    cloud.push({ id: 'r1', method: 'GET', path: '/getinfo', form: null })
    await vi.waitFor(() => expect(cloud.state.answers.has('r1')).toBe(true), soon)
    expect(await journal()).not.toContain(job.id)

    limitFiles(agent.pid, 'unlimited')
    const next = createPrintJob('kitchen')
    await cloud.enqueue(next)
    await vi.waitFor(() => expect(cloud.statesOf(next.id)).toEqual(['printed']), soon)
    await vi.waitFor(() => expect(agent.output()).toContain('disk-works'), soon)
    await vi.waitFor(async () => expect(await journal()).toContain(job.id), soon)
    expect(await agent.end('SIGTERM')).toBe(0)
  } finally {
    node.stop()
  }
})
