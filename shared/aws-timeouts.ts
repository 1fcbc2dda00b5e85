/**
 * How long a call of another AWS service may hang: short enough for a function to answer
 * its caller in words of its own.
 */
export const awsTimeouts = {
  connectionTimeout: 1_000,
  requestTimeout: 4_000,
  // Without it a request that takes too long is only warned of.
  throwOnRequestTimeout: true,
} as const
