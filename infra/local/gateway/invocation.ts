import { setTimeout as pause } from 'node:timers/promises'

/** Runs a function by its name. */
export type Invoke = (functionName: string, event: unknown) => Promise<unknown>

/** A function did not answer in the time API Gateway waits. */
export class InvocationTimeout extends Error {
  override name = 'InvocationTimeout'
}

/** Lambda carries 6 MB of event and of result, as JSON. */
const payloadLimitBytes = 6 * 1024 * 1024

/** An event that is larger than Lambda takes. */
export class EventTooLarge extends Error {
  override name = 'EventTooLarge'
}

/**
 * Invokes as Lambda does: event and result pass through JSON, so that nothing but data
 * crosses. Throws EventTooLarge, InvocationTimeout and what the function throws.
 */
export function asLambda(invoke: Invoke, timeoutMs: number): Invoke {
  return async (functionName, event) => {
    const payload = JSON.stringify(event)
    if (Buffer.byteLength(payload) > payloadLimitBytes) throw new EventTooLarge()
    const answered = new AbortController()
    try {
      const result = await Promise.race([
        invoke(functionName, JSON.parse(payload)),
        timeout(functionName, timeoutMs, answered.signal),
      ])
      return throughJson(functionName, result)
    } finally {
      answered.abort()
    }
  }
}

async function timeout(functionName: string, timeoutMs: number, signal: AbortSignal) {
  await pause(timeoutMs, undefined, { signal }).catch(() => {})
  throw new InvocationTimeout(`${functionName} took longer than ${timeoutMs} ms`)
}

function throughJson(functionName: string, result: unknown): unknown {
  const text = JSON.stringify(result ?? null)
  if (Buffer.byteLength(text) > payloadLimitBytes) {
    throw new Error(`${functionName} answered more than Lambda's 6 MB`)
  }
  return JSON.parse(text)
}
