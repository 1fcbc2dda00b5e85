/** An agent whose last heartbeat is older counts as offline, and its printers with it. */
export const maxHeartbeatAgeMs = 90_000

/** How often the cloud asks for a heartbeat: one may be lost without any consequence. */
export const heartbeatIntervalSeconds = 40

/**
 * How often an agent reports though nothing has changed, while its heartbeats go through the
 * tunnel: a release that does not hear those gets a report by then.
 */
export const unchangedReportSeconds = 600
