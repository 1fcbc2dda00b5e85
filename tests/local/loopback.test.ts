import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test, vi } from 'vitest'
import { isLoopback, listenersOn, listeningSockets, processTree } from './processes.ts'
import { networkAddress, runSystem } from './running-system.ts'

const folder = await mkdtemp(join(tmpdir(), 'pos-loopback-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs `npm start` until all of it runs, the agent with its tunnel, too. */
async function runWhole(settings: Record<string, string>) {
  const dataDir = await mkdtemp(join(folder, 'data-'))
  const system = runSystem({ POS_DATA_DIR: dataDir, ...settings }, ['npm', 'start'])
  await system.url()
  await vi.waitFor(async () => {
    expect(await readFile(join(dataDir, 'agent.log'), 'utf8')).toContain('"tunnel-open"')
  }, 30_000)
  const portOf = (part: string) =>
    Number(new RegExp(`${part} +http://\\S+:(\\d+)$`, 'm').exec(system.output())?.[1])
  return {
    stop: system.stop,
    apiPort: portOf('API'),
    innerPorts: ['DynamoDB', 'SQS, S3', 'Lightning node, simulated'].map(portOf),
    sockets: () => listeningSockets(processTree(system.pid)),
  }
}

async function howItAnswers(host: string, port: number): Promise<string> {
  const socket = connect(port, host)
  try {
    await once(socket, 'connect')
    return 'connected'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  } finally {
    socket.destroy()
  }
}

// The kernel's tables of sockets and processes are files on Linux alone.
describe.skipIf(process.platform !== 'linux')('listening sockets', () => {
  test('of the whole system are on loopback alone', async () => {
    const { apiPort, innerPorts, sockets, stop } = await runWhole({})
    expect(sockets().map(({ port }) => port)).toEqual(
      expect.arrayContaining([apiPort, ...innerPorts]),
    )
    expect(sockets().filter((socket) => !isLoopback(socket))).toEqual([])
    await stop()
  }, 90_000)

  test("are the API's alone beyond loopback where POS_HOST says so", async () => {
    const { apiPort, sockets, stop } = await runWhole({ POS_HOST: '0.0.0.0' })
    expect(sockets().filter((socket) => !isLoopback(socket))).toEqual([
      expect.objectContaining({ address: '0.0.0.0', port: apiPort }),
    ])
    await stop()
  }, 90_000)

  test.each(['dynamoDbEndpoint', 'queuesEndpoint'] as const)(
    'of the engine of all tests, %s, are on loopback alone',
    (name) => {
      const listeners = listenersOn(Number(new URL(inject(name)).port))
      expect(listeners).not.toEqual([])
      expect(listeners.filter((socket) => !isLoopback(socket))).toEqual([])
    },
  )
})

test.skipIf(!networkAddress)(
  'from the network only the API is reached, at an address that POS_HOST opens',
  async () => {
    const { apiPort, innerPorts, stop } = await runWhole({ POS_HOST: '0.0.0.0' })
    const from = (port: number) => howItAnswers(networkAddress ?? '', port)
    expect(await from(apiPort)).toBe('connected')
    expect(await Promise.all(innerPorts.map(from))).toEqual(
      innerPorts.map(() => 'ECONNREFUSED'),
    )
    await stop()
  },
  90_000,
)
