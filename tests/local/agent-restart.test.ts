import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startAgent } from '../../infra/local/agent.ts'
import { enrolmentToken, startCloud } from '../agent/cloud-stand-in.ts'
import { createPrintJob } from '../agent/print-jobs.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { agentsUnder } from './processes.ts'

const soon = { timeout: 60_000, interval: 50 }

async function createTempDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pos-restart-'))
  onTestFinished(() => removeFolder(folder))
  return folder
}

/** Starts the local agent, a real process, with the stand-in for the cloud. */
async function startAgentAtCloud(change: { baseUrl?: string } = {}) {
  const cloud = await startCloud()
  onTestFinished(() => cloud.stop())
  const logged: string[] = []
  const agent = await startAgent({
    baseUrl: cloud.url,
    dataDir: await createTempDir(),
    node: null,
    enrol: async () => enrolmentToken,
    log: (line) => logged.push(line),
    ...change,
  })
  onTestFinished(() => agent.close())
  return { cloud, logged, close: agent.close }
}

// Finds the agent's process in /proc, which only Linux has.
describe.skipIf(process.platform !== 'linux')('an agent that is killed', () => {
  test('prints later jobs after its restart', async () => {
    const { cloud, logged } = await startAgentAtCloud()
    const before = createPrintJob('customer')
    await cloud.enqueue(before)
    await vi.waitFor(() => expect(cloud.statesOf(before.id)).toEqual(['printed']), soon)
    for (const pid of agentsUnder(process.pid)) process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(logged).toHaveLength(1), soon)

    const after = createPrintJob('customer')
    await cloud.enqueue(after)
    await cloud.redeliver()
    await vi.waitFor(() => expect(cloud.statesOf(after.id)).toEqual(['printed']), soon)
  })

  test('is not restarted when the system closes', async () => {
    const { logged, close } = await startAgentAtCloud()
    await vi.waitFor(() => expect(agentsUnder(process.pid)).toHaveLength(1), soon)
    for (const pid of agentsUnder(process.pid)) process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(logged).toHaveLength(1), soon)
    await close()
    expect(agentsUnder(process.pid)).toEqual([])
  })
})

test('an agent whose settings are wrong stays down, and logs which', async () => {
  const { logged } = await startAgentAtCloud({ baseUrl: 'nowhere' })
  await vi.waitFor(() => expect(logged).not.toEqual([]), soon)
  expect(logged).toEqual([
    expect.stringMatching(
      /^The agent ended \(exit code 78: .*baseUrl.*\) and stays down; /,
    ),
  ])
})
