import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startAgent } from '../../infra/local/agent.ts'
import { Client } from '../../infra/local/client.ts'
import { ENROLMENT_TOKEN, startCloud } from '../agent/cloud-stand-in.ts'
import { createPrintJob } from '../agent/print-jobs.ts'
import { commandOf, processTree } from './processes.ts'
import { runSystem } from './running-system.ts'

vi.setConfig({ testTimeout: 90_000 })
const soon = { timeout: 30_000, interval: 50 }

async function createTempDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pos-restart-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const waitForTunnels = (dataDir: string, times: number) =>
  vi.waitFor(async () => {
    const log = await readFile(join(dataDir, 'agent.log'), 'utf8')
    expect(log.split('"tunnel-open"')).toHaveLength(times + 1)
  }, soon)

/** The agents among a process's descendants. */
const agentsUnder = (pid: number) =>
  processTree(pid).filter((each) =>
    /^\S+ \S+print-agent\/main\.ts /.test(commandOf(each)),
  )

/** What a system printed about the ends of its agent. */
const ends = (system: { output: () => string }) =>
  system
    .output()
    .split('\n')
    .filter((line) => line.includes('The agent ended'))

/** Starts the local agent, a real process, with the stand-in for the cloud. */
async function startAgentAtCloud(change: { baseUrl?: string } = {}) {
  const cloud = await startCloud()
  onTestFinished(() => cloud.stop())
  const logged: string[] = []
  const agent = await startAgent({
    baseUrl: cloud.url,
    dataDir: await createTempDir(),
    node: null,
    enrol: async () => ENROLMENT_TOKEN,
    log: (line) => logged.push(line),
    ...change,
  })
  onTestFinished(() => agent.close())
  return { cloud, logged, close: agent.close }
}

// Finds the agent's process in /proc, which only Linux has.
describe.skipIf(process.platform !== 'linux')('an agent that is killed', () => {
  test('is restarted by npm start, which logs the signal; once revoked it stays down', async () => {
    const POS_DATA_DIR = await createTempDir()
    const system = runSystem({ POS_DATA_DIR }, ['npm', 'start'])
    await system.url()
    await waitForTunnels(POS_DATA_DIR, 1)
    const [killed = 0] = agentsUnder(system.pid)
    process.kill(killed, 'SIGKILL')

    await waitForTunnels(POS_DATA_DIR, 2)
    const [next, ...others] = agentsUnder(system.pid)
    expect(next).not.toBe(killed)
    expect(others).toEqual([])
    expect(ends(system)).toEqual([
      expect.stringMatching(
        /^The agent ended \(SIGKILL\) and starts again in [12] s; see .+agent\.log$/,
      ),
    ])

    const admin = await createOwner(await system.url())
    const { body: agents } = await admin.get('/agents')
    expect((await admin.del(`/agents/${agents[0].id}`)).status).toBe(204)
    await vi.waitFor(() => expect(ends(system)).toHaveLength(2), soon)
    expect(ends(system)[1]).toMatch(
      /^The agent ended \(exit code 77: This agent was revoked, .+\) and stays down; /,
    )
    expect(await system.stop()).toMatchObject({ code: 0 })
    expect(ends(system)).toHaveLength(2)

    await rm(join(POS_DATA_DIR, 'agent'), { recursive: true })
    await rm(join(POS_DATA_DIR, 'agent.log'))
    const afterwards = runSystem({ POS_DATA_DIR })
    await waitForTunnels(POS_DATA_DIR, 1)
    await afterwards.stop()
  })

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

async function createOwner(url: string): Promise<Client> {
  const client = new Client(url)
  await client.post('/initial-setup', {
    businessType: 'store',
    businessName: 'Corner Shop',
    businessCurrency: 'USD',
    userName: 'Ana',
    userPassword: 'wallet',
    userPin: '4321',
  })
  await client.post('/auth/login', { name: 'Ana', pin: '4321' })
  return client
}
