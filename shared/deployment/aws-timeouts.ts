/**
 * How long an attempt to call another AWS service may hang: short enough for a function to
 * answer its caller in words of its own.
 */
export const awsTimeouts = {
  connectionTimeout: 1_000,
  requestTimeout: 3_000,
  // Without it a request that takes too long is only warned of.
  throwOnRequestTimeout: true,
} as const

/** How long a call may take with all its attempts; three calls fit the API's 30 s. */
const patienceMs = 6_000

/**
 * The options of one call that end it in time. The timeouts alone do not: they bound each
 * attempt, and no answer that stalls in the middle.
 */
export const withTimeout = () => ({ abortSignal: AbortSignal.timeout(patienceMs) })
