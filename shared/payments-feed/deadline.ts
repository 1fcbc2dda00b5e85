/** When work has to be left to somebody else. */
export type Deadline = {
  /** Whether it is too late to begin anything. */
  readonly isOver: () => boolean
  /** Breaks off what is under way some time after that. */
  readonly signal?: AbortSignal | undefined
}

export const noDeadline: Deadline = { isOver: () => false }

/** A deadline at a moment (Unix ms), with some time for what is under way then. */
export const deadlineAt = (atMs: number, graceMs: number): Deadline => ({
  isOver: () => Date.now() >= atMs,
  signal: AbortSignal.timeout(Math.max(0, atMs + graceMs - Date.now())),
})
