import { appendFileSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { replaceFile } from '../../print-agent/atomic-file.ts'
import { startSupervised } from './engines/supervised-process.ts'
import { exitReason } from './exit-reason.ts'
import { keepRunning } from './restart.ts'

/** The printers of the simulated shop; each picture is named `<ticketId>-<job>.png`. */
const virtualPrinters = ['customer', 'kitchen', 'bar']

const agentProgram = fileURLToPath(new URL('../../print-agent/main.ts', import.meta.url))

/** The exit codes of an agent that was revoked and of one whose settings are wrong. */
const noRestartExitCodes = new Set<number | null>([77, 78])

/**
 * Starts the real agent as a process of its own, and again whenever it ends by itself,
 * unless no restart can mend why. It is enrolled by calling the enrolment function in
 * this process: there is no back door over HTTP. Restarted on a used data directory it
 * keeps the identity it has.
 */
export async function startAgent({
  baseUrl,
  dataDir,
  node,
  enrol,
  say,
}: {
  baseUrl: string
  dataDir: string
  /** null leaves the agent without a tunnel. */
  node: { url: string; password: string } | null
  /** Enrols an agent and answers its token; asked only when there is none yet. */
  enrol: () => Promise<string>
  /** Hears one line each time the agent has ended by itself. */
  say: (line: string) => void
}): Promise<{ close: () => Promise<void> }> {
  const stateDir = join(dataDir, 'agent')
  const printed = join(dataDir, 'printed')
  await Promise.all([stateDir, printed].map((dir) => mkdir(dir, { recursive: true })))
  const file = join(stateDir, 'config.json')
  const config = {
    baseUrl,
    enrolmentToken: (await existingToken(file)) ?? (await enrol()),
    stateDir,
    printers: {
      system: false,
      virtual: virtualPrinters.map((name) => ({ name, directory: printed })),
    },
    node,
  }
  await replaceFile(file, JSON.stringify(config, null, 2))
  const log = agentLog(dataDir)
  return keepRunning({
    start: () =>
      startSupervised(process.execPath, [agentProgram, file], (text) =>
        appendFileSync(log, text),
      ),
    shouldRestart: ({ code }) => !noRestartExitCodes.has(code),
    onExit: (ending, restartsInMs) => {
      const next =
        restartsInMs === null
          ? `stays down; to enrol it anew, stop everything, delete ${stateDir} and start`
          : `starts again in ${Math.ceil(restartsInMs / 1_000)} s`
      say(`The agent ended (${exitReason(ending)}) and ${next}; see ${log}`)
    },
  })
}

/** Where the agent's own log is kept. */
export const agentLog = (dataDir: string): string => join(dataDir, 'agent.log')

async function existingToken(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '{}')
  return (JSON.parse(text) as { enrolmentToken?: string }).enrolmentToken
}
