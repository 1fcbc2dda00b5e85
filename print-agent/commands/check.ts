import { constants } from 'node:fs'
import { access, mkdir, open } from 'node:fs/promises'
import { agentToken } from '../../shared/agents/protocol/token-exchange.ts'
import { NodeFailure } from '../../shared/lightning/node/failure.ts'
import {
  directTransport,
  wrongPassword,
} from '../../shared/lightning/node/phoenixd/direct-transport.ts'
import { phoenixd } from '../../shared/lightning/node/phoenixd/phoenixd.ts'
import { Revoked, refusalOf } from '../cloud.ts'
import { type Config, isExposed, type PrinterConfig, readConfig } from '../config.ts'
import { unreachableReason } from '../connectivity.ts'
import { storedIdentity } from '../enrolment.ts'
import { muteLog } from '../log.ts'
import { rawTcpQueues, requireRunning } from '../printers/cups.ts'
import {
  askCause,
  askStatus,
  causeOf,
  connectPrinter,
  isOffline,
} from '../printers/network.ts'
import { systemPrinters } from '../printers/printers.ts'
import { useProxy } from '../proxy.ts'
import { type Command, exitCodes } from './command.ts'
import { directAdvice } from './direct.ts'
import { actAsOwner } from './owner.ts'

const ok = (text: string) => ({ mark: 'ok ', text })
const warning = (text: string) => ({ mark: '.. ', text })
const failed = (text: string) => ({ mark: '!! ', text })

/** A finding about one thing. */
type Finding = ReturnType<typeof ok>

const cloudTimeoutMs = 10_000
const nodeTimeoutMs = 5_000
const maxOffSeconds = 60

/** Checks everything that the agent needs, and returns one line about each. */
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
    const report = (findings: readonly Finding[]) => {
      for (const { mark, text } of findings) say(mark + text)
      hasFailed ||= findings.some(({ mark }) => mark === '!! ')
    }
    report(await checkFiles(configPath, config))
    report(await checkCloud(config))
    report(await checkNode(config))
    report(await checkPrinters(config.printers))
    return hasFailed ? exitCodes.failed : exitCodes.ok
  },
}

async function checkFiles(path: string, config: Config): Promise<Finding[]> {
  const exposed = `Configuration: others can read the secrets in ${path}; chmod 600 it`
  const { stateDir } = config
  const state = await access(stateDir, constants.W_OK).then(
    () => ok(`Folder: ${stateDir} can be written`),
    ({ code }) =>
      code === 'ENOENT'
        ? ok(`Folder: ${stateDir} is made at the first start`)
        : failed(`Folder: ${stateDir} cannot be written (${code})`),
  )
  return [...((await isExposed(path, config)) ? [warning(exposed)] : []), state]
}

/** Makes the agent's first call: it checks address, token and clock. */
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
      ok(`Address: ${config.baseUrl} answers`),
      tokenFinding(isEnrolled, refusal !== undefined),
      ...clockFindings(response.headers.get('date')),
    ]
  } catch (error) {
    return [failed(`Address: ${config.baseUrl}: ${unreachableReason(error)}`)]
  }
}

function tokenFinding(isEnrolled: boolean, isRefused: boolean): Finding {
  if (!isEnrolled) return failed('Token: this machine is not enrolled yet')
  if (isRefused) return failed('Token: refused; this agent was revoked, enrol it again')
  return ok('Token: accepted')
}

function clockFindings(date: string | null): Finding[] {
  const cloudMs = Date.parse(date ?? '')
  if (Number.isNaN(cloudMs)) return []
  const offSeconds = Math.round((Date.now() - cloudMs) / 1_000)
  if (Math.abs(offSeconds) <= maxOffSeconds) return [ok('Clock: right')]
  const off = `${Math.abs(offSeconds)} s ${offSeconds > 0 ? 'fast' : 'slow'}`
  return [failed(`Clock: ${off}; let it be set over the network`)]
}

async function checkNode({ node }: Config): Promise<Finding[]> {
  if (!node) return [ok('Node: none is configured')]
  const { getInfo } = phoenixd(directTransport(node.url, node.password, nodeTimeoutMs))
  try {
    await getInfo()
    return [ok(`Node: ${node.url} answers`)]
  } catch (error) {
    return [failed(`Node: ${node.url}: ${problemOf(error)}`)]
  }
}

function problemOf(error: unknown): string {
  if (!(error instanceof NodeFailure) || error.code === 0) {
    return unreachableReason((error as Error).cause ?? error)
  }
  return error.code === wrongPassword ? 'refuses the password' : `answers ${error.code}`
}

const answerMs = 2_000

/** Checks each printer without printing; one line each. */
async function checkPrinters(config: PrinterConfig): Promise<Finding[]> {
  const configured = await Promise.all([
    ...config.network.map((printer) =>
      finding(printer.name, `reached at ${printer.host}:${printer.port}`, () =>
        reachNetwork(printer),
      ),
    ),
    ...config.devices.map(({ name, path }) =>
      finding(name, `${path} can be written`, async () => {
        const device = await open(path, constants.O_WRONLY | constants.O_NOCTTY)
        await device.close()
      }),
    ),
    ...config.virtual.map(({ name, directory }) =>
      finding(name, `writes pictures to ${directory}`, async () => {
        await mkdir(directory, { recursive: true })
        await access(directory, constants.W_OK)
      }),
    ),
  ])
  const names = [...config.network, ...config.devices, ...config.virtual].map(
    ({ name }) => name,
  )
  const system = config.system ? await checkSystem(names) : []
  const all = [...configured, ...system]
  return all.length > 0 ? all : [failed('Printers: there is none')]
}

/** A finding that fails with the message of what `look` throws. */
const finding = (name: string, good: string, look: () => Promise<void>) =>
  look().then(
    () => ok(`Printer ${name}: ${good}`),
    (error: Error) => failed(`Printer ${name}: ${error.message}`),
  )

async function reachNetwork({ host, port, status }: PrinterConfig['network'][number]) {
  const socket = await connectPrinter(host, port)
  try {
    if (status === 'off') return
    const answer = await socket.ask(askStatus, answerMs)
    if (answer === undefined) {
      if (status === 'required') throw new Error('it does not report its status')
      return
    }
    if (!isOffline(answer)) return
    throw new Error(`offline: ${causeOf(await socket.ask(askCause, answerMs))}`)
  } finally {
    socket.destroy()
  }
}

/**
 * Checks the system's printers. If other printers are configured, a missing spooler is
 * not a failure.
 */
async function checkSystem(configured: readonly string[]): Promise<Finding[]> {
  const hasOthers = configured.length > 0
  try {
    const found = await systemPrinters()
    const shown = found.filter(({ name }) => !configured.includes(name))
    const printers = await Promise.all(
      shown.map(({ name }) =>
        finding(name, 'known to the operating system', () => requireEnabled(name)),
      ),
    )
    const doubtful = (await doubtfulQueues()).filter(
      ({ name }) => !configured.includes(name),
    )
    return [
      ...printers,
      ...doubtful.map((queue) =>
        warning(`Printer ${queue.name}: ${directAdvice(queue)}`),
      ),
    ]
  } catch (error) {
    const text = `Printers of the operating system: ${(error as Error).message}`
    return [hasOthers ? warning(text) : failed(text)]
  }
}

const doubtfulQueues = async () => (process.platform === 'win32' ? [] : rawTcpQueues())

/** CUPS stops the queue of a printer that failed. Windows has nothing of the kind. */
async function requireEnabled(name: string): Promise<void> {
  if (process.platform === 'win32') return
  await requireRunning(name).catch((error: Error) => {
    throw new Error(`${error.message}; cupsenable ${name} starts it`)
  })
}
