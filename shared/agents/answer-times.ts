/** Pauses between two looks for an answer. */
const minPauseMs = 2
const maxPauseMs = 250

/** Nothing is answered sooner. */
const soonestMs = 5

/** Looks come closer to each other the sooner an answer is due. */
const pauseShare = 0.1

/** The first look comes shortly before the usual time. */
const aim = 0.8

/** Weight of one answer in the moving estimate. */
const weight = 0.25

/**
 * Learns when the answers to an operation usually come, so that the waiting function first
 * looks shortly before that, and often from then on. The first look comes after 250 ms at the
 * latest; after it, an answer is found at most a tenth of its time late, or 250 ms.
 */
export function answerTimes() {
  const firstLookMs = new Map<string, number>()
  const firstOf = (operation: string) => firstLookMs.get(operation) ?? soonestMs

  return {
    /** The pause before the next read, given the ms since the request was sent. */
    pauseMs: (operation: string, elapsedMs: number): number => {
      const untilFirstMs = firstOf(operation) - elapsedMs
      if (untilFirstMs >= minPauseMs) return untilFirstMs
      return Math.min(maxPauseMs, Math.max(minPauseMs, elapsedMs * pauseShare))
    },

    /** Learns from an answer: how many ms after the request which look found it. */
    learn: (operation: string, elapsedMs: number, looks: number): void => {
      const first = firstOf(operation)
      // The first look may have been late by any time, so it comes earlier from now on.
      const change = looks === 1 ? -first : elapsedMs * aim - first
      const next = first + change * weight
      firstLookMs.set(operation, Math.min(maxPauseMs, Math.max(soonestMs, next)))
    },
  }
}
