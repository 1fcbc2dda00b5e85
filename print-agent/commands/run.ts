import { runAgent, StateDirInUse } from '../agent.ts'
import { Revoked } from '../cloud.ts'
import { ConfigProblem, isExposed, readConfig } from '../config.ts'
import { log } from '../log.ts'
import { type Call, type Command, exitCodes } from './command.ts'

/** Runs the agent until it gets SIGTERM or SIGINT. */
export const run: Command = {
  usage: '',
  argumentCount: 0,
  description:
    'prints and keeps the tunnel open until it is stopped, for a service manager',
  run: async (call) => {
    const stop = new AbortController()
    for (const name of ['SIGTERM', 'SIGINT'] as const) {
      // Only the first signal is handled: a second one kills the process.
      process.once(name, () => {
        log('stopping', { signal: name })
        stop.abort()
      })
    }
    try {
      const config = await readConfig(call.configPath, call.env)
      if (await isExposed(call.configPath, config)) {
        log('config-exposed', { path: call.configPath, advice: 'chmod 600' })
      }
      await runAgent(config, stop.signal)
      log('stopped')
      return exitCodes.ok
    } catch (error) {
      return exitCodeOf(error, stop.signal.aborted, call)
    }
  },
}

/** Says why the agent ends and returns its exit code. */
function exitCodeOf(error: unknown, isStopped: boolean, { complain }: Call): number {
  if (error instanceof ConfigProblem) {
    complain(error.message)
    return exitCodes.config
  }
  if (error instanceof StateDirInUse) {
    complain(error.message)
    return exitCodes.stateInUse
  }
  if (error instanceof Revoked) {
    log('revoked', { error })
    complain(
      'This agent was revoked, its enrolment token is not valid, or baseUrl is the address ' +
        'of another shop. Create a new agent and enrol it with its token.',
    )
    return exitCodes.revoked
  }
  if (isStopped) return exitCodes.ok
  log('crashed', { error, stack: error instanceof Error ? error.stack : undefined })
  complain(String(error))
  return exitCodes.failed
}
