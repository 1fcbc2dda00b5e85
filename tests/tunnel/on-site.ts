import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../infra/local/engines/free-port.ts'
import { reachableAgents } from '../../shared/agents/tunnel-connections.ts'
import { startAgent } from '../agent/agent-process.ts'
import { Client } from '../support/client.ts'
import { createAgent } from '../support/on-site-agent.ts'

const nodeProgram = fileURLToPath(new URL('node-process.ts', import.meta.url))

const password = 'node-password-of-the-shop'

/**
 * Access of the shop's premises to the cloud: the API's URL and an administrator who
 * enrols agents.
 */
export type Place = {
  readonly url: string
  readonly dataDir: string
  readonly admin: Client
  readonly webhookSecret: string
}

export type NodeProcess = Awaited<ReturnType<typeof startNode>>

/** Starts the simulated node as a process; restarts keep its address and ledger. */
export async function startNode({ url, dataDir, webhookSecret }: Place) {
  const port = await freePort()
  const nodeUrl = `http://127.0.0.1:${port}`
  const control = new Client(nodeUrl)
  const settings = {
    port,
    dataDir: join(dataDir, 'node-process'),
    channel: { balanceSat: 1_000_000, capacitySat: 10_000_000_000 },
    password,
    limitedPassword: 'limited',
    webhookUrl: `${url}/webhook/node`,
    webhookSecret,
  }
  let child: ChildProcess
  const start = async () => {
    child = spawn(process.execPath, [nodeProgram, JSON.stringify(settings)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (child.stdout) await once(child.stdout, 'data')
    // One that starts again looks for its peer first
    while (JSON.stringify(await ask('/getinfo')).includes('Syncing')) await sleep(50)
  }
  const ask = async (path: string, form?: Record<string, string>) => {
    const authorization = `Basic ${Buffer.from(`:${password}`).toString('base64')}`
    const answer = await fetch(nodeUrl + path, {
      headers: { authorization },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    return answer.json()
  }
  await start()

  return {
    url: nodeUrl,
    password,
    start,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    pay: (payment: object) => control.post('/_simulator/pay', payment),
    faults: (faults: object) => control.post('/_simulator/faults', faults),
    clearFaults: () => control.del('/_simulator/faults'),
    /** An invoice of another node, for this node to pay. */
    strangersInvoice: (input: object) => control.post('/_simulator/invoice', input),
    /** Calls the node's own API; a form makes it a POST. */
    ask,
  }
}

export type AgentProcess = Awaited<ReturnType<typeof startOnSiteAgent>>

/** Starts the real agent in front of a node as a process, and waits for its tunnel. */
export async function startOnSiteAgent(
  { url, dataDir, admin }: Place,
  node: { url: string },
  { name = 'counter', program }: { name?: string; program?: string } = {},
) {
  const { id, enrolmentToken } = await createAgent(admin, name)
  const stateDir = join(dataDir, `agent-${name}`)
  await mkdir(stateDir)
  const config = {
    baseUrl: url,
    enrolmentToken,
    stateDir,
    printers: {
      system: false,
      virtual: [{ name: 'customer', directory: join(dataDir, 'printed') }],
    },
    node: { url: node.url, password },
  }
  const isConnected = async () =>
    (await reachableAgents()).some((agent) => agent.id === id)
  const until = async (connected: boolean) => {
    for (let tries = 0; tries < 2_400; tries += 1) {
      if ((await isConnected()) === connected) return
      await sleep(25)
    }
    throw new Error(`the tunnel of ${name} is not ${connected ? 'open' : 'closed'}`)
  }
  let running: Awaited<ReturnType<typeof startAgent>>
  const start = async () => {
    running = await startAgent(config, [], program)
    await until(true)
  }
  await start()

  return {
    id,
    start,
    output: () => running.output(),
    /** Kills it without a shutdown, and waits until its tunnel is closed. */
    kill: async () => {
      await running.end('SIGKILL')
      await until(false)
    },
    stop: () => running.end('SIGTERM'),
  }
}
