import { basename } from 'node:path'
import { runAgent } from './agent.ts'
import { Revoked } from './cloud.ts'
import { ConfigProblem, readConfig } from './config.ts'
import { log } from './log.ts'

// The values of sysexits.h, so that a service manager can tell what a restart may mend.
const EXIT_USAGE = 64
const EXIT_REVOKED = 77
const EXIT_CONFIG = 78

const NEEDED_NODE = 24

const { node } = process.versions
if (Number(node.split('.')[0]) < NEEDED_NODE) {
  console.error(`The agent needs Node.js ${NEEDED_NODE} or newer; this is ${node}`)
  process.exit(EXIT_CONFIG)
}

const [, program = '', configPath = process.env.POS_AGENT_CONFIG] = process.argv
if (configPath === undefined) {
  console.error(`Usage: node ${basename(program)} <config.json>  (or POS_AGENT_CONFIG)`)
  process.exit(EXIT_USAGE)
}

const stop = new AbortController()
for (const name of ['SIGTERM', 'SIGINT'] as const) {
  // Once: the second signal ends the process at once.
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
  process.exit(explain(error))
}

function explain(error: unknown): number {
  if (error instanceof ConfigProblem) {
    console.error(error.message)
    return EXIT_CONFIG
  }
  if (error instanceof Revoked) {
    log('revoked', {
      error,
      advice:
        'This agent was revoked, or its enrolment token is not valid. Create an agent anew and put its token into the configuration.',
    })
    return EXIT_REVOKED
  }
  if (stop.signal.aborted) return 0
  log('crashed', { error, stack: error instanceof Error ? error.stack : undefined })
  return 1
}
