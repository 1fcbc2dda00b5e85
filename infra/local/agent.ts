import { appendFileSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { replaceFile } from '../../shared/atomic-file.ts'
import { exitReason, keepRunning, startSupervised } from './engines/supervised-process.ts'

/** The virtual printers of the local shop. Each picture is named `<ticketId>-<job>.png`. */
const virtualPrinters = ['customer', 'kitchen', 'bar']

const agentProgram = fileURLToPath(new URL('../../print-agent/main.ts', import.meta.url))

/** Exit codes of a revoked agent and of one with wrong settings: a restart cannot help. */
const noRestartExitCodes = new Set<number | null>([77, 78])

/**
 * Runs the on-site agent as a child process, and restarts it unless it was revoked or its
 * settings are wrong. `enrol` is a call in this process: no HTTP endpoint enrols without
 * an administrator.
 */
export async function startAgent({
  baseUrl,
  dataDir,
  node,
  enrol,
  log,
}: {
  baseUrl: string
  dataDir: string
  /** null leaves the agent without a tunnel. */
  node: { url: string; password: string } | null
  /** Enrols an agent and returns its enrolment token; called only when there is none yet. */
  enrol: () => Promise<string>
  /** Gets one line of text each time the agent has exited. */
  log: (line: string) => void
}): Promise<{ close: () => Promise<void> }> {
  const stateDir = join(dataDir, 'agent')
  const printedDir = join(dataDir, 'printed')
  await Promise.all([stateDir, printedDir].map((dir) => mkdir(dir, { recursive: true })))
  const configFile = join(stateDir, 'config.json')
  const existing = await readFile(configFile, 'utf8').catch(() => '{}')
  const config = {
    baseUrl,
    enrolmentToken: JSON.parse(existing).enrolmentToken ?? (await enrol()),
    stateDir,
    printers: {
      system: false,
      virtual: virtualPrinters.map((name) => ({ name, directory: printedDir })),
    },
    statusPort: 0,
    node,
  }
  await replaceFile(configFile, JSON.stringify(config, null, 2))
  const logFile = agentLog(dataDir)
  return keepRunning({
    start: () =>
      startSupervised(process.execPath, [agentProgram, configFile], (text) => {
        try {
          appendFileSync(logFile, text)
        } catch {
          // A full disk costs lines of the log, not the system.
        }
      }),
    shouldRestart: ({ code }) => !noRestartExitCodes.has(code),
    onExit: (exit, restartInMs) => {
      const next =
        restartInMs === null
          ? `stays down; to enrol it anew, stop everything, delete ${stateDir} and start`
          : `starts again in ${Math.ceil(restartInMs / 1_000)} s`
      log(`The agent ended (${exitReason(exit)}) and ${next}; see ${logFile}`)
    },
  })
}

/** The path of the agent's log file. */
export const agentLog = (dataDir: string): string => join(dataDir, 'agent.log')
