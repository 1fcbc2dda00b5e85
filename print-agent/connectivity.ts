import { log } from './log.ts'
import { unreachableReason } from './unreachable-reason.ts'

/**
 * Logs one line when a part of the cloud, such as `queue`, is reached for the first time, one
 * when it cannot be reached any more, with the reason, and one when it is back. `parts` of it
 * may fail and work apart.
 */
export function connectivity(name: 'cloud' | 'queue' | 'tunnel') {
  const failing = new Set<string>()
  let lostAtMs = 0
  let wasReached = false
  return {
    failed: (error: unknown, part = '') => {
      if (failing.size === 0) {
        lostAtMs = performance.now()
        log(`${name}-lost`, { reason: unreachableReason(error) })
      }
      failing.add(part)
    },
    works: (part = '') => {
      if (!failing.delete(part)) {
        if (!wasReached && failing.size === 0) log(`${name}-reached`)
        wasReached = true
        return
      }
      if (failing.size > 0) return
      wasReached = true
      log(`${name}-back`, {
        afterSeconds: Math.round((performance.now() - lostAtMs) / 1_000),
      })
    },
  }
}
