import type { Random } from './random.ts'

/** Faults of a call that leaves a process. */
export const faultKinds = [
  /** The engine refuses it before it has done anything. */
  'refused',
  'throttled',
  /** The call takes effect, and its answer is lost. */
  'answer lost',
  /** Another transaction is in its way. */
  'conflict',
  /** An earlier attempt with its token is said to be running. */
  'in progress',
  /** It arrives late, perhaps after its caller has given up. */
  'slow',
  /** A part of a batch is not done. */
  'unprocessed',
  /** The caller dies before it arrives, or after it was done. */
  'killed before',
  'killed after',
  /** The clock of one instance, or of all, jumps. */
  'clock jump',
  'message doubled',
  'message late',
  'message lost',
  'receiver fails',
  'receiver hangs',
] as const
export type FaultKind = (typeof faultKinds)[number]

export type FaultPlan = {
  /** Of how many calls one fails, about. */
  readonly oneIn: number
  readonly kinds: readonly FaultKind[]
  /** After this number of faults nothing fails any more. */
  readonly most: number
}

/** Decides by the seed which call fails, and how; counts what it injected. */
export class Faults {
  readonly counts = new Map<FaultKind, number>()
  total = 0
  /**
   * Number of faults that have taken effect: a call may be under way for a while before
   * its fault.
   */
  felt = 0
  /** True once nothing fails any more. */
  isOver = false
  readonly #random: Random
  #plan: FaultPlan

  constructor(random: Random, plan: FaultPlan) {
    this.#random = random
    this.#plan = plan
  }

  /** From now on calls fail by another plan, as when an outage begins or ends. */
  change(plan: FaultPlan): void {
    this.#plan = plan
  }

  /** Ends all faults, so that running calls can finish. */
  stop(): void {
    this.isOver = true
  }

  /** The fault of the next call, of those that it can have. */
  draw(possible: readonly FaultKind[]): FaultKind | undefined {
    const { kinds, oneIn, most } = this.#plan
    if (!this.#random.chance(1 / oneIn) || this.isOver || this.total >= most) return
    const kind = this.#random.pick(possible)
    if (!kinds.includes(kind)) return undefined
    this.total += 1
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1)
    return kind
  }
}
