/** An agent whose last heartbeat is older counts as offline, and its printers with it. */
export const maxHeartbeatAgeMs = 90_000

/** Interval of heartbeats, in seconds: one may be lost without any consequence. */
export const heartbeatIntervalSeconds = 40

/**
 * Longest time between reports while nothing changes and heartbeats go through the tunnel, in
 * seconds: an older cloud release, which does not hear those, gets a report by then.
 */
export const unchangedReportSeconds = 600
