import { uptime } from 'node:os'
import { log } from './log.ts'

/** Signed AWS requests fail beyond 5 minutes, so a shop should hear of it before. */
const WORTH_A_LINE_MS = 60_000

/** The header has whole seconds: this close to it, the machine's own clock is more exact. */
const AGREES_MS = 2_000

/**
 * The cloud's clock, as its responses show it. The clock of a machine in a shop may be
 * wrong, and may be set while the agent runs. The machine's uptime is neither, and counts
 * while the machine sleeps.
 */
export function cloudClock() {
  let bootedAtMs: number | undefined
  let isOff = false

  return {
    /** Unix ms, a second late at most; the machine's own before the first response. */
    nowMs: (): number =>
      bootedAtMs === undefined ? Date.now() : bootedAtMs + uptimeMs(),
    /** Takes the time from the header `Date` of a response. */
    set: (date: string | null) => {
      const cloudMs = Date.parse(date ?? '')
      if (Number.isNaN(cloudMs)) return
      const offMs = Date.now() - cloudMs
      bootedAtMs = (Math.abs(offMs) < AGREES_MS ? Date.now() : cloudMs) - uptimeMs()
      const wasOff = isOff
      isOff = Math.abs(offMs) > WORTH_A_LINE_MS
      if (isOff && !wasOff) {
        log('clock-differs', { secondsFast: Math.round(offMs / 1_000) })
      }
    },
  }
}

const uptimeMs = () => uptime() * 1_000
