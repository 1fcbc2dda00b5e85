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
      // A picture in base64 is the same as JSON, and long: the rest alone goes through it
      const { body, rest } = withoutBinaryBody(result ?? null)
      const text = JSON.stringify(rest)
      if (Buffer.byteLength(text) + body.length > payloadLimitBytes) {
        throw new Error(`${functionName} answered more than Lambda's 6 MB`)
      }
      const passed = JSON.parse(text)
      return body === '' ? passed : { ...passed, body }
    } finally {
      clearTimeout(timer)
    }
  }
}

function withoutBinaryBody(result: unknown): { body: string; rest: unknown } {
  const { isBase64Encoded, body, ...rest } = Object(result)
  return isBase64Encoded === true && typeof body === 'string'
    ? { body, rest: { ...rest, isBase64Encoded } }
    : { body: '', rest: result }
}

const minuteMs = 60_000

/** The values of API Gateway's quotas. Tests may shorten them. */
export const awsLimits = {
  /** A function that takes longer gets the response 503. */
  integrationMs: 30_000,
  /** A socket without messages in either direction is closed after this time. */
  socketIdleMs: 10 * minuteMs,
  /** Every socket is closed at this age. */
  socketLifeMs: 120 * minuteMs,
}
export type Limits = Readonly<typeof awsLimits>
