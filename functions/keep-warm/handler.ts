import {
  InvokeCommand,
  LambdaClient,
  TooManyRequestsException,
} from '@aws-sdk/client-lambda'
import { logger } from '../../shared/logger.ts'
import {
  abortOnTimeout,
  awsTimeouts,
} from '../../shared/platform/deployment/aws-timeouts.ts'

/** A call that keeps a function warm. */
export type WarmingCall = { readonly functionName: string; readonly event: unknown }

/** One round of calls, as the schedule sends it. */
export type WarmingRound = { readonly calls: readonly WarmingCall[] }

/** One attempt a call: the next round comes within minutes. */
const lambda = new LambdaClient({ requestHandler: awsTimeouts, maxAttempts: 1 })

/**
 * Calls functions one after the other, so that a round never takes more than one concurrent
 * execution besides its own. It ends at the first throttled call: what is left of the
 * account's concurrency is for tills. A call that fails in another way is logged, and the
 * next function is called.
 */
export async function handler({ calls }: WarmingRound): Promise<void> {
  for (const { functionName, event } of calls) {
    try {
      await lambda.send(
        new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(event) }),
        abortOnTimeout(),
      )
    } catch (error) {
      const details = { function: functionName, error: String(error) }
      if (error instanceof TooManyRequestsException) {
        logger.info('keep-warm-throttled', details)
        return
      }
      logger.error('keep-warm-failed', details)
    }
  }
}
