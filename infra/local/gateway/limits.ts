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
