import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Client } from '../support/client.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { agentsUnder } from './processes.ts'
import { networkAddress, runSystem } from './running-system.ts'

const soon = { timeout: 60_000, interval: 50 }

async function createTempDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pos-whole-system-'))
  onTestFinished(() => removeFolder(folder))
  return folder
}

/** Waits until the agent has opened its tunnel more often than before. Returns how often. */
const waitForTunnels = (dataDir: string, before = 0) =>
  vi.waitFor(async () => {
    const log = await readFile(join(dataDir, 'agent.log'), 'utf8')
    const times = log.split('"tunnel-open"').length - 1
    expect(times).toBeGreaterThan(before)
    return times
  }, soon)

/** Returns a system's lines about the ends of its agent. */
const ends = (system: { output: () => string }) =>
  system
    .output()
    .split('\n')
    .filter((line) => line.includes('The agent ended'))

// Finds the agent's process in /proc, which only Linux has.
test.skipIf(process.platform !== 'linux')(
  'npm start restarts an agent that is killed, and logs the signal; once revoked it stays down',
  async () => {
    const POS_DATA_DIR = await createTempDir()
    const system = runSystem({ POS_DATA_DIR }, ['npm', 'start'])
    await system.url()
    const opened = await waitForTunnels(POS_DATA_DIR)
    const [killed = 0] = agentsUnder(system.pid)
    process.kill(killed, 'SIGKILL')

    await waitForTunnels(POS_DATA_DIR, opened)
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

    await removeFolder(join(POS_DATA_DIR, 'agent'))
    await rm(join(POS_DATA_DIR, 'agent.log'))
    const afterwards = runSystem({ POS_DATA_DIR })
    await waitForTunnels(POS_DATA_DIR)
    await afterwards.stop()
  },
)

test.skipIf(!networkAddress)(
  "the agent connects when POS_HOST is the machine's network address",
  async () => {
    const POS_DATA_DIR = await createTempDir()
    const system = runSystem({ POS_HOST: networkAddress ?? '', POS_DATA_DIR })
    await system.url()
    await waitForTunnels(POS_DATA_DIR)
    await system.stop()
  },
)

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
