/** When a function stops and leaves the rest of its work to another invocation. */
export type Deadline = {
  /** Whether it is too late to start anything. */
  readonly isOver: () => boolean
  /** Aborts running calls, after a grace period. */
  readonly signal?: AbortSignal | undefined
}

export const noDeadline: Deadline = { isOver: () => false }

/** A deadline at a moment (Unix ms), with a grace period for calls that run by then. */
export const deadlineAt = (atMs: number, graceMs: number): Deadline => ({
  isOver: () => Date.now() >= atMs,
  signal: AbortSignal.timeout(Math.max(0, atMs + graceMs - Date.now())),
})
