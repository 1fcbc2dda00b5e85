import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Invoke } from './gateway/invocation.ts'

/** All executions that the account may run at once are running. */
export class ThrottledByLambda extends Error {
  override name = 'ThrottledByLambda'
}

/** The name of the function that runs, as each has rights of its own in the cloud. */
export const runningFunction = new AsyncLocalStorage<string>()

/** Lambda tries an asynchronous event again after a pause that grows from a second. */
const asyncRetryMs = 1_000

/**
 * Counts the executions of all functions together, as Lambda does for an account. A call
 * beyond the limit throws ThrottledByLambda; there is none until one is set.
 */
export function accountExecutions(invoke: Invoke) {
  let limit = Number.POSITIVE_INFINITY
  let running = 0

  const counted: Invoke = async (name, event) => {
    if (running >= limit) throw new ThrottledByLambda(name)
    running += 1
    try {
      return await runningFunction.run(name, () => invoke(name, event))
    } finally {
      running -= 1
    }
  }
  const later: Invoke = async (name, event) => {
    for (;;) {
      try {
        return await counted(name, event)
      } catch (error) {
        if (!(error instanceof ThrottledByLambda)) throw error
        await sleep(asyncRetryMs)
      }
    }
  }

  return {
    invoke: counted,
    /** For asynchronous events, which wait. */
    invokeLater: later,
    setLimit: (executions: number) => {
      limit = executions
    },
  }
}
