import { AsyncLocalStorage } from 'node:async_hooks'
import { furtherShopIfAny } from './current-shop.ts'

const requestIds = new AsyncLocalStorage<string>()

/** Runs work whose log lines carry this request id. */
export const withRequestId = <T>(requestId: string, work: () => T): T =>
  requestIds.run(requestId, work)

/**
 * Writes one JSON line: level, event, request id, shop unless it is main, details. Details must hold no secret:
 * no header, cookie, query or body.
 */
const write =
  (level: 'info' | 'error') =>
  (event: string, details: Readonly<Record<string, unknown>> = {}): void => {
    const requestId = requestIds.getStore()
    const shop = furtherShopIfAny()?.id
    console.log(
      JSON.stringify({
        level,
        event,
        ...(requestId && { requestId }),
        ...(shop && { shop }),
        ...details,
      }),
    )
  }

/** The logger of every function. */
export const logger = { info: write('info'), error: write('error') }

/** Returns the loggable parts of an error: its name, message, stack and cause. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { name, message, stack, cause } = error
  return {
    name,
    message,
    stack,
    cause: cause instanceof Error ? cause.message : undefined,
  }
}
