import { backoffMs } from '../../../../shared/backoff.ts'
import type { FaultKind, Faults } from './faults.ts'
import type { Instance } from './instance.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'

/** The network between instances and services. */
export type Network = {
  readonly scheduler: Scheduler
  readonly faults: Faults
  readonly random: Random
}

/** A call of a service as the SDK makes it. */
export type Call<T> = {
  readonly what: string
  /** Carries out the call when it arrives. Throws the service's refusal. */
  readonly execute: () => T
  /** Faults that this call may have, beside those of every call. */
  readonly faults?: readonly FaultKind[]
  /** The error of a fault that the service answers with. */
  readonly refusal?: (fault: FaultKind) => Error | undefined
  readonly attempts: number
  /** Longest time of an attempt. */
  readonly attemptMs: number
  readonly signal?: AbortSignal | undefined
}

const everyCall: readonly FaultKind[] = [
  'refused',
  'throttled',
  'answer lost',
  'slow',
  'killed before',
  'killed after',
  'clock jump',
]

/** An error that the SDK sends a call again for. */
export class Retryable extends Error {}

/**
 * Makes a call with the retries of the SDK. Each attempt is a step when it arrives and
 * another when its answer does, and may fail by the seed.
 */
export async function call<T>(
  network: Network,
  from: Instance,
  call: Call<T>,
): Promise<T> {
  const { signal } = call
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (signal?.aborted) throw signal.reason
      return await unlessAborted(signal, once(network, from, call))
    } catch (error) {
      if (!(error instanceof Retryable) || attempt === call.attempts) throw error
      const ms = backoffMs(attempt, { baseMs: 25, capMs: 1_000 }, () =>
        network.random.next(),
      )
      await unlessAborted(signal, pause(network, from, ms))
    }
  }
}

const pause = ({ scheduler }: Network, from: Instance, ms: number) =>
  new Promise<void>((resolve) => {
    scheduler.at(scheduler.nowMs + ms, resolve, () => from.isAlive)
  })

function unlessAborted<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    const settled = () => signal.removeEventListener('abort', abort)
    work.then(resolve, reject).finally(settled)
  })
}

function once<T>(network: Network, from: Instance, call: Call<T>): Promise<T> {
  const { scheduler, faults, random } = network
  const { what, execute, refusal, attemptMs } = call
  const fault = faults.draw([...everyCall, ...(call.faults ?? [])])
  if (fault) from.disturb()
  return new Promise((resolve, reject) => {
    let isOver = false
    const isLate = fault === 'clock jump' && random.chance(0.5)
    const answer = (settle: () => void) =>
      scheduler.add(`${what} answers`, () => {
        isOver = true
        if (from.isAlive) settle()
      })
    const arrive = () => {
      if (fault) faults.felt += 1
      if (fault === 'killed before') return from.kill()
      if (fault === 'clock jump' && !isLate) jump(network, from)
      const refused = fault && refusal?.(fault)
      if (refused) return answer(() => reject(refused))
      let settle: () => void
      try {
        const result = execute()
        settle = () => resolve(result)
      } catch (error) {
        settle = () => reject(error)
      }
      if (fault === 'killed after') return from.kill()
      if (isLate) jump(network, from)
      if (fault === 'answer lost') {
        return answer(() => reject(new Retryable(`${what}: connection reset`)))
      }
      return answer(settle)
    }
    const giveUp = () => {
      from.disturb()
      reject(new Retryable(`${what}: no answer in time`))
    }
    scheduler.at(scheduler.nowMs + attemptMs, giveUp, () => !isOver && from.isAlive)
    if (fault !== 'slow') scheduler.add(what, arrive)
    else scheduler.at(scheduler.nowMs + random.below(12_000), arrive)
  })
}

/**
 * In the middle of a request, before a call or between it and its answer: one clock is set,
 * or all time leaps, as when a machine was suspended.
 */
function jump({ scheduler, random }: Network, from: Instance): void {
  if (random.chance(0.7)) from.skewMs = random.below(4_000) - 2_000
  else scheduler.nowMs += random.pick([5_000, 70_000, 240_000])
}
