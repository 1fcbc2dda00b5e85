import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { replaceFile } from '../../shared/atomic-file.ts'
import { CloudUnreachable, Revoked } from '../cloud.ts'
import { configOf, installation, type PrinterConfig, readContent } from '../config.ts'
import { enrol as exchangeToken } from '../enrolment.ts'
import { muteLog } from '../log.ts'
import { rawTcpQueues } from '../printers/cups.ts'
import { useProxy } from '../proxy.ts'
import { type Command, exitCodes } from './command.ts'
import { directAdvice } from './direct.ts'
import { actAsOwner } from './owner.ts'

/** Time for the shop's answer, until the token is left to the first start. */
const exchangeMs = 15_000

/** Exchanges the token, so that a wrong one shows at once, and writes the configuration. */
export const enrol: Command = {
  usage: '<base URL> <token>',
  argumentCount: 2,
  description: 'makes this machine an agent of the shop and writes its configuration',
  run: async ({ arguments: words, configPath, env, say, complain }) => {
    const [baseUrl, enrolmentToken] = words
    muteLog()
    await actAsOwner(dirname(configPath))
    const installed = installation()
    const isInstalled = installed?.configFolder === dirname(configPath)
    const content = {
      stateDir: isInstalled ? installed.stateDir : 'agent-state',
      ...(await existingContent(configPath)),
      baseUrl,
      enrolmentToken,
    }
    const text = `${JSON.stringify(content, null, 2)}\n`
    const config = configOf(text, configPath, env)
    useProxy(config.node?.url)
    const timeout = AbortSignal.timeout(exchangeMs)
    const failure = await exchangeToken(config, timeout, { replacesDamaged: true }).then(
      () => undefined,
      (error: Error) => error,
    )
    if (failure instanceof Revoked) {
      complain(`${config.baseUrl} refuses this token, and nothing is changed.`)
      complain(
        'Check it for a typing mistake. It enrols one machine, once: if it was used',
      )
      complain('before, create a new agent for a new token.')
      return exitCodes.revoked
    }
    if (failure && !(failure instanceof CloudUnreachable)) throw failure

    await mkdir(dirname(configPath), { recursive: true, mode: 0o700 })
    await replaceFile(configPath, text)
    say(`Written: ${configPath}`)
    if (failure) {
      complain(`${config.baseUrl} was not reached: ${failure.message}`)
      complain('If the address is right, the agent uses the token when it runs.')
      return exitCodes.failed
    }
    say(`Enrolled at ${config.baseUrl}.`)
    if (!config.node) {
      say('It only prints. To serve a Lightning node, write node into the file first')
      say('and enrol it anew.')
    }
    for (const queue of await queuesToReplace(config.printers)) {
      say(`Printer ${queue.name}: ${directAdvice(queue)}`)
    }
    return exitCodes.ok
  },
}

/** The queues of CUPS that the agent would use and better reached itself. */
async function queuesToReplace({ system, network }: PrinterConfig) {
  if (!system || process.platform === 'win32') return []
  // A machine without CUPS has none
  const queues = await rawTcpQueues().catch(() => [])
  return queues.filter(({ name }) => network.every((printer) => printer.name !== name))
}

/** Reads the file's content, such as printers and the node, which stays. */
async function existingContent(path: string): Promise<object> {
  const content = await readContent(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return {}
    throw error
  })
  return content && typeof content === 'object' ? content : {}
}
