import { constants } from 'node:fs'
import { access, mkdir, open } from 'node:fs/promises'
import { agentToken } from '../../shared/agents/protocol/token-exchange.ts'
import { directTransport } from '../../shared/lightning/direct.ts'
import { Revoked, refusalOf } from '../cloud.ts'
import { type Config, isExposed, type PrinterConfig, readConfig } from '../config.ts'
import { unreachableReason } from '../connectivity.ts'
import { storedIdentity } from '../enrolment.ts'
import { muteLog } from '../log.ts'
import { requireRunning } from '../printers/cups.ts'
import {
  askCause,
  askStatus,
  causeOf,
  connectPrinter,
  isOffline,
} from '../printers/printer-socket.ts'
import { systemPrinters } from '../printers/printers.ts'
import { useProxy } from '../proxy.ts'
import { type Command, exitCodes } from './command.ts'
import { actAsOwner } from './owner.ts'

/** One thing that was looked at; a warning is no failure. */
export type Finding = {
  readonly verdict: 'ok' | 'warning' | 'failed'
  readonly text: string
}

const marks = { ok: 'ok ', warning: '.. ', failed: '!! ' } as const

const cloudTimeoutMs = 10_000
const nodeTimeoutMs = 5_000
const maxOffSeconds = 60

/** Looks at everything that the agent needs, and says one line about each. */
export const check: Command = {
  usage: '',
  argumentCount: 0,
  description:
    'looks at address, token, clock, node and each printer; exits with 1 if one fails',
  run: async ({ configPath, env, say }) => {
    muteLog()
    await actAsOwner(configPath)
    const config = await readConfig(configPath, env)
    useProxy(config.node?.url)
    let hasFailed = false
    for (const look of [
      () => checkFiles(configPath, config),
      () => checkCloud(config),
      () => checkNode(config),
      () => checkPrinters(config.printers),
    ]) {
      for (const { verdict, text } of await look()) {
        say(marks[verdict] + text)
        hasFailed ||= verdict === 'failed'
      }
    }
    return hasFailed ? exitCodes.failed : exitCodes.ok
  },
}

async function checkFiles(path: string, config: Config): Promise<Finding[]> {
  const exposed: Finding[] = (await isExposed(path, config))
    ? [
        {
          verdict: 'warning',
          text: `Configuration: others can read the secrets in ${path}; chmod 600 it`,
        },
      ]
    : []
  const { stateDir } = config
  const state = await access(stateDir, constants.W_OK).then(
    (): Finding => ({ verdict: 'ok', text: `Folder: ${stateDir} can be written` }),
    ({ code }): Finding =>
      code === 'ENOENT'
        ? { verdict: 'ok', text: `Folder: ${stateDir} is made at the first start` }
        : { verdict: 'failed', text: `Folder: ${stateDir} cannot be written (${code})` },
  )
  return [...exposed, state]
}

/** Asks for what the agent asks for at its start: address, token and clock in one call. */
async function checkCloud(config: Config): Promise<Finding[]> {
  const path = '/agents/credentials'
  try {
    const identity = await storedIdentity(config.stateDir)
    const isEnrolled = identity?.exchanged ?? false
    const response = await fetch(config.baseUrl + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${identity && isEnrolled ? agentToken(identity) : 'none'}`,
        'content-type': 'application/json',
      },
      body: '{}',
      redirect: 'error',
      signal: AbortSignal.timeout(cloudTimeoutMs),
    })
    const refusal = response.ok
      ? undefined
      : refusalOf(path, response.status, await response.text())
    if (refusal && !(refusal instanceof Revoked)) throw refusal
    return [
      { verdict: 'ok', text: `Address: ${config.baseUrl} answers` },
      tokenFinding(isEnrolled, refusal !== undefined),
      ...clockFindings(response.headers.get('date')),
    ]
  } catch (error) {
    const reason = unreachableReason(error)
    return [{ verdict: 'failed', text: `Address: ${config.baseUrl}: ${reason}` }]
  }
}

function tokenFinding(isEnrolled: boolean, isRefused: boolean): Finding {
  if (!isEnrolled)
    return { verdict: 'failed', text: 'Token: this machine is not enrolled yet' }
  return isRefused
    ? {
        verdict: 'failed',
        text: 'Token: refused; this agent was revoked, enrol it again',
      }
    : { verdict: 'ok', text: 'Token: accepted' }
}

function clockFindings(date: string | null): Finding[] {
  const cloudMs = Date.parse(date ?? '')
  if (Number.isNaN(cloudMs)) return []
  const offSeconds = Math.round((Date.now() - cloudMs) / 1_000)
  if (Math.abs(offSeconds) <= maxOffSeconds)
    return [{ verdict: 'ok', text: 'Clock: right' }]
  const off = `${Math.abs(offSeconds)} s ${offSeconds > 0 ? 'fast' : 'slow'}`
  return [{ verdict: 'failed', text: `Clock: ${off}; let it be set over the network` }]
}

async function checkNode({ node }: Config): Promise<Finding[]> {
  if (!node) return [{ verdict: 'ok', text: 'Node: none is configured' }]
  const call = directTransport(node.url, node.password, nodeTimeoutMs)
  const status = await call({ method: 'GET', path: '/getinfo', form: null }).then(
    (response) => response.status,
    (error: Error) => unreachableReason(error.cause ?? error),
  )
  if (status === 200) return [{ verdict: 'ok', text: `Node: ${node.url} answers` }]
  const reason =
    status === 401
      ? 'refuses the password'
      : typeof status === 'number'
        ? `answers ${status}`
        : status
  return [{ verdict: 'failed', text: `Node: ${node.url}: ${reason}` }]
}

const answerMs = 2_000

/** Looks at each printer without printing; one line each. */
export async function checkPrinters(config: PrinterConfig): Promise<Finding[]> {
  const configured = await Promise.all([
    ...config.network.map((printer) =>
      finding(printer.name, `reached at ${printer.host}:${printer.port}`, () =>
        reachNetwork(printer),
      ),
    ),
    ...config.devices.map(({ name, path }) =>
      finding(name, `${path} can be written`, () => openDevice(path)),
    ),
    ...config.virtual.map(({ name, directory }) =>
      finding(name, `writes pictures to ${directory}`, async () => {
        await mkdir(directory, { recursive: true })
        await access(directory, constants.W_OK)
      }),
    ),
  ])
  const system = config.system ? await checkSystem(configured.length > 0) : []
  const all = [...configured, ...system]
  const none: Finding = { verdict: 'failed', text: 'Printers: there is none' }
  return all.length > 0 ? all : [none]
}

/** A finding that fails with the message of what `look` throws. */
async function finding(
  name: string,
  good: string,
  look: () => Promise<void>,
): Promise<Finding> {
  try {
    await look()
    return { verdict: 'ok', text: `Printer ${name}: ${good}` }
  } catch (error) {
    return { verdict: 'failed', text: `Printer ${name}: ${(error as Error).message}` }
  }
}

async function reachNetwork({ host, port, status }: PrinterConfig['network'][number]) {
  const socket = await connectPrinter(host, port)
  try {
    if (status === 'off') return
    const answer = await socket.ask(askStatus, answerMs)
    if (answer === undefined) {
      if (status === 'required') throw new Error('it does not tell its status')
      return
    }
    if (!isOffline(answer)) return
    throw new Error(`offline: ${causeOf(await socket.ask(askCause, answerMs))}`)
  } finally {
    socket.destroy()
  }
}

async function openDevice(path: string): Promise<void> {
  const device = await open(path, constants.O_WRONLY | constants.O_NOCTTY)
  await device.close()
}

/** Where others are configured, a machine without a spooler is no failure. */
async function checkSystem(hasOthers: boolean): Promise<Finding[]> {
  try {
    const printers = await systemPrinters()
    return await Promise.all(
      printers.map(({ name }) =>
        finding(name, 'known to the operating system', () => requireEnabled(name)),
      ),
    )
  } catch (error) {
    const text = `Printers of the operating system: ${(error as Error).message}`
    return [{ verdict: hasOthers ? 'warning' : 'failed', text }]
  }
}

/** CUPS stops the queue of a printer that failed. Windows has nothing of the kind. */
async function requireEnabled(name: string): Promise<void> {
  if (process.platform === 'win32') return
  await requireRunning(name).catch((error: Error) => {
    throw new Error(`${error.message}; cupsenable ${name} starts it`)
  })
}
