import { nextTick } from 'node:process'
import type { Random } from './random.ts'

type Step = { readonly what: string; readonly run: () => void }
type Timer = {
  readonly atMs: number
  readonly number: number
  readonly run: () => void
  /** True while it counts; false for a cancelled timer, or one of a dead process. */
  readonly isWanted: () => boolean
}

/** The first moment of every simulation. */
export const startMs = Date.parse('2031-03-01T09:00:00.000Z')

/** Chance that time passes, to the next timeout, though there are steps to take. */
const hurries = 0.08

/**
 * Runs the whole simulation in one process: of all pending steps the seed decides which is
 * next, and virtual time passes only here. Code between two steps runs to its end.
 */
export class Scheduler {
  nowMs = startMs
  /** Stops a simulation that does not come to its end. */
  maxSteps = 400_000
  /** Number of steps that were taken. */
  taken = 0
  /** A hash of all steps and their times: equal for equal runs. */
  trace = 0x811c9dc5
  readonly #random: Random
  readonly #hurries: number
  readonly #steps: Step[] = []
  readonly #timers: Timer[] = []
  #numbers = 0

  /** With `isCalm`, no time passes while there are steps to take. */
  constructor(random: Random, isCalm = false) {
    this.#random = random
    this.#hurries = isCalm ? 0 : hurries
  }

  /** Something that happens at some time from now on. */
  add(what: string, run: () => void): void {
    this.#steps.push({ what, run })
  }

  /** Something that happens at a moment, Unix ms, or somewhat later. */
  at(moment: number, run: () => void, isWanted = () => true): void {
    this.#numbers += 1
    // Clocks show whole milliseconds
    const atMs = Math.ceil(moment)
    const timer = { atMs, number: this.#numbers, run, isWanted }
    let place = this.#timers.length
    while (place > 0 && (this.#timers[place - 1]?.atMs ?? 0) > atMs) place -= 1
    this.#timers.splice(place, 0, timer)
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.at(this.nowMs + ms, resolve))
  }

  /** A pause of which the seed decides when it ends. */
  turn(what: string): Promise<void> {
    return new Promise((resolve) => this.add(what, resolve))
  }

  /** Takes steps until the work is done. Throws when nothing can happen any more. */
  async run(isDone: () => boolean): Promise<void> {
    await this.#settled()
    while (!isDone()) {
      const step = this.#next()
      if (!step) throw new Error('stuck: nothing can happen any more')
      this.taken += 1
      if (this.taken > this.maxSteps)
        throw new Error(`still busy after ${this.taken} steps`)
      this.#record(step.what)
      step.run()
      await this.#settled()
    }
  }

  /** Everything that the last step set off has run. */
  #settled(): Promise<void> {
    const defer = this.taken % stepsPerTurn === 0 ? setImmediate : nextTick
    return new Promise((resolve) => defer(resolve))
  }

  #next(): Step | undefined {
    const waits = this.#steps.length > 0 && !this.#random.chance(this.#hurries)
    if (!waits) {
      const timer = this.#takeTimer()
      if (timer) return timer
    }
    if (this.#steps.length === 0) return undefined
    this.nowMs += this.#random.below(4)
    const [step] = this.#steps.splice(this.#random.below(this.#steps.length), 1)
    return step
  }

  #takeTimer(): Step | undefined {
    for (;;) {
      const timer = this.#timers.shift()
      if (!timer) return undefined
      if (!timer.isWanted()) continue
      this.nowMs = Math.max(this.nowMs, timer.atMs)
      return { what: 'timer', run: timer.run }
    }
  }

  #record(what: string): void {
    for (const letter of `${what}${this.nowMs}`) {
      this.trace = Math.imul(this.trace ^ letter.charCodeAt(0), 0x01000193)
    }
  }
}

/** Steps after which timers of the test's own process get their turn, which costs time. */
const stepsPerTurn = 64
