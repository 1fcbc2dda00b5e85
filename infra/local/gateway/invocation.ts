/** Runs a function by its name. */
export type Invoke = (functionName: string, event: unknown) => Promise<unknown>

/** A function did not return within API Gateway's integration timeout. */
export class InvocationTimeout extends Error {
  override name = 'InvocationTimeout'
}

/** Lambda's payload limit for an event and for a result, as JSON. */
const payloadLimitBytes = 6 * 1024 * 1024

/** An event above Lambda's payload limit. */
export class EventTooLarge extends Error {
  override name = 'EventTooLarge'
}

/**
 * Invokes a function as Lambda does, with event and result as JSON within its payload
 * limit. Throws EventTooLarge, InvocationTimeout and what the function throws.
 */
export function asLambda(invoke: Invoke, timeoutMs: number): Invoke {
  return async (functionName, event) => {
    const payload = JSON.stringify(event)
    if (Buffer.byteLength(payload) > payloadLimitBytes) throw new EventTooLarge()
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      reject(new InvocationTimeout(`${functionName} took longer than ${timeoutMs} ms`))
    }, timeoutMs)
    try {
      const result = await Promise.race([invoke(functionName, JSON.parse(payload)), late])
      return throughJson(functionName, result)
    } finally {
      clearTimeout(timer)
    }
  }
}

function throughJson(functionName: string, result: unknown): unknown {
  const text = JSON.stringify(result ?? null)
  if (Buffer.byteLength(text) > payloadLimitBytes) {
    throw new Error(`${functionName} answered more than Lambda's 6 MB`)
  }
  return JSON.parse(text)
}

/** Limits of API Gateway. Tests may shorten them. */
export type Limits = {
  /** A function that takes longer gets the response 503. */
  readonly integrationMs: number
  /** A socket without messages in either direction is closed after this time. */
  readonly socketIdleMs: number
  /** Every socket is closed at this age. */
  readonly socketLifeMs: number
}

const minuteMs = 60_000

/** The values of API Gateway's quotas. */
export const awsLimits: Limits = {
  integrationMs: 30_000,
  socketIdleMs: 10 * minuteMs,
  socketLifeMs: 120 * minuteMs,
}
