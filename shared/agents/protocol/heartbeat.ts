/** An agent whose last heartbeat is older counts as offline, and its printers with it. */
export const maxHeartbeatAgeMs = 90_000

/** How often the cloud asks for a heartbeat: one may be lost without any consequence. */
export const heartbeatIntervalSeconds = 40
