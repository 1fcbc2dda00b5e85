/** Limits of API Gateway that a test may want shorter. */
export type Limits = {
  /** An integration that takes longer is answered for, in milliseconds. */
  readonly integrationMs: number
  /** A socket without messages in either direction is closed after this. */
  readonly socketIdleMs: number
  /** Every socket is closed after this. */
  readonly socketLifeMs: number
}

const minuteMs = 60_000

/** The figures of API Gateway's quotas page. */
export const awsLimits: Limits = {
  integrationMs: 30_000,
  socketIdleMs: 10 * minuteMs,
  socketLifeMs: 120 * minuteMs,
}
