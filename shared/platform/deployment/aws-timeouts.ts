/**
 * Timeouts of one attempt to call another AWS service, short enough that the function can
 * still answer its caller with a message of its own.
 */
export const awsTimeouts = {
  connectionTimeout: 1_000,
  requestTimeout: 3_000,
  // Without it the SDK only logs a warning about a request that takes too long.
  throwOnRequestTimeout: true,
} as const

/** Limit of a call with all its attempts: three calls fit into the API's 30 s. */
const maxCallMs = 6_000

/**
 * Options of one call that abort it after 6 s. The timeouts above are not enough: they
 * limit each attempt, but not a response that stalls in the middle.
 */
export const abortOnTimeout = () => ({ abortSignal: AbortSignal.timeout(maxCallMs) })
