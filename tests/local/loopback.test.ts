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

/** Runs `npm start` and waits until everything runs, including the agent's tunnel. */
async function startSystem(settings: Record<string, string>) {
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
    otherPorts: ['DynamoDB', 'SQS, S3', 'Lightning node, simulated'].map(portOf),
    sockets: () => listeningSockets(processTree(system.pid)),
  }
}

async function connectResult(host: string, port: number): Promise<string> {
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

// Reads sockets and processes from /proc, which only Linux has.
describe.skipIf(process.platform !== 'linux')('listening sockets', () => {
  test('of the whole system are on loopback only', async () => {
    const { apiPort, otherPorts, sockets, stop } = await startSystem({})
    expect(sockets().map(({ port }) => port)).toEqual(
      expect.arrayContaining([apiPort, ...otherPorts]),
    )
    expect(sockets().filter((socket) => !isLoopback(socket))).toEqual([])
    await stop()
  }, 90_000)

  test.each(['dynamoDbEndpoint', 'queuesEndpoint'] as const)(
    "of the tests' engine, %s, are on loopback only",
    (name) => {
      const listeners = listenersOn(Number(new URL(inject(name)).port))
      expect(listeners).not.toEqual([])
      expect(listeners.filter((socket) => !isLoopback(socket))).toEqual([])
    },
  )
})

test('only the API can be reached from the network, when POS_HOST is set', async () => {
  const system = await startSystem({ POS_HOST: '0.0.0.0' })
  const { apiPort, otherPorts } = system
  if (process.platform === 'linux') {
    expect(system.sockets().filter((socket) => !isLoopback(socket))).toEqual([
      expect.objectContaining({ address: '0.0.0.0', port: apiPort }),
    ])
  }
  if (networkAddress) {
    const from = (port: number) => connectResult(networkAddress ?? '', port)
    expect(await from(apiPort)).toBe('connected')
    expect(await Promise.all(otherPorts.map(from))).toEqual(
      otherPorts.map(() => 'ECONNREFUSED'),
    )
  }
  await system.stop()
}, 90_000)
