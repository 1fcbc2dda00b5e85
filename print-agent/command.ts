import { basename } from 'node:path'
import { runAgent, StateDirInUse } from './agent.ts'
import { Revoked } from './cloud.ts'
import { ConfigProblem, readConfig } from './config.ts'
import { log } from './log.ts'

// The values of sysexits.h: a service manager can see which exits a restart cannot fix.
const EXIT_USAGE = 64
const EXIT_STATE_IN_USE = 75 // a later try may succeed
const EXIT_REVOKED = 77
const EXIT_CONFIG = 78

const MIN_NODE_VERSION = 24

const { node } = process.versions
if (Number(node.split('.')[0]) < MIN_NODE_VERSION) {
  console.error(`The agent needs Node.js ${MIN_NODE_VERSION} or newer; this is ${node}`)
  process.exit(EXIT_CONFIG)
}

const [, program = '', configPath = process.env.POS_AGENT_CONFIG] = process.argv
if (configPath === undefined) {
  console.error(`Usage: node ${basename(program)} <config.json>  (or POS_AGENT_CONFIG)`)
  process.exit(EXIT_USAGE)
}

const stop = new AbortController()
for (const name of ['SIGTERM', 'SIGINT'] as const) {
  // Only the first signal is handled: a second one kills the process.
  process.once(name, () => {
    log('stopping', { signal: name })
    stop.abort()
  })
}

try {
  await runAgent(await readConfig(configPath), stop.signal)
  log('stopped')
  process.exit(0)
} catch (error) {
  process.exit(logFatal(error))
}

/** Logs why the agent ends and returns its exit code. */
function logFatal(error: unknown): number {
  if (error instanceof ConfigProblem) {
    console.error(error.message)
    return EXIT_CONFIG
  }
  if (error instanceof StateDirInUse) {
    console.error(error.message)
    return EXIT_STATE_IN_USE
  }
  if (error instanceof Revoked) {
    log('revoked', { error })
    console.error(
      'This agent was revoked, its enrolment token is not valid, or baseUrl is the address ' +
        'of another shop. Create a new agent and put its token into the configuration.',
    )
    return EXIT_REVOKED
  }
  if (stop.signal.aborted) return 0
  log('crashed', { error, stack: error instanceof Error ? error.stack : undefined })
  console.error(String(error))
  return 1
}
