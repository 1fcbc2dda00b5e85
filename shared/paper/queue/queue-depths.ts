/** SQS counts approximately, and later by itself: asking more often says nothing new. */
const cachedMs = 10_000

/** The depths of queues, each read at most once in ten seconds by `read`, which may throw. */
export function queueDepths(read: (agentId: string) => Promise<number>) {
  const known = new Map<string, { readonly depth: number; readonly atMs: number }>()

  return {
    depthOf: async (agentId: string, nowMs: number): Promise<number> => {
      // An instance outlives the agents that it was asked about.
      for (const [id, { atMs }] of known) {
        if (nowMs - atMs >= cachedMs) known.delete(id)
      }
      const cached = known.get(agentId)
      if (cached) return cached.depth
      const depth = await read(agentId)
      known.set(agentId, { depth, atMs: nowMs })
      return depth
    },
    /** How many depths are remembered. */
    size: () => known.size,
  }
}
