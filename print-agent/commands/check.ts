import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { agentToken } from '../../shared/agents/protocol/token-exchange.ts'
import { directTransport } from '../../shared/lightning/direct.ts'
import { Revoked, refusalOf } from '../cloud.ts'
import { type Config, isExposed, readConfig } from '../config.ts'
import { storedIdentity } from '../enrolment.ts'
import { muteLog } from '../log.ts'
import { useProxy } from '../proxy.ts'
import { unreachableReason } from '../unreachable-reason.ts'
import { type Command, exitCodes } from './command.ts'
import { actAsOwner } from './owner.ts'
import { checkPrinters, type Finding } from './printer-check.ts'

const marks = { ok: 'ok ', warning: '.. ', failed: '!! ' } as const

const CLOUD_MS = 10_000
const NODE_MS = 5_000
const MAX_OFF_SECONDS = 60

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
      signal: AbortSignal.timeout(CLOUD_MS),
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
  if (Math.abs(offSeconds) <= MAX_OFF_SECONDS)
    return [{ verdict: 'ok', text: 'Clock: right' }]
  const off = `${Math.abs(offSeconds)} s ${offSeconds > 0 ? 'fast' : 'slow'}`
  return [{ verdict: 'failed', text: `Clock: ${off}; let it be set over the network` }]
}

async function checkNode({ node }: Config): Promise<Finding[]> {
  if (!node) return [{ verdict: 'ok', text: 'Node: none is configured' }]
  const call = directTransport(node.url, node.password, NODE_MS)
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
