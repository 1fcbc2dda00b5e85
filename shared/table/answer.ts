import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomUUID } from 'node:crypto'
import { Failure } from '../failure.ts'
import type { Key } from './keys.ts'
import { change, type Write } from './write.ts'

/** What is kept of an answer for its repetitions. */
export type StoredAnswer = {
  readonly status: number
  readonly contentType: string | null
  readonly body: string | null
}

/** A request that runs under an Idempotency-Key. */
export type KeyedRequest = {
  /** The key's record. */
  readonly record: Key
  /** This run's own mark on the record; a run that lost it may write nothing. */
  readonly reservation: string
  /** The answer for a handler's value, as it will be sent. */
  readonly render: (value: unknown) => StoredAnswer
  /** Set once the answer is stored with what it answers. */
  kept: boolean
}

const current = new AsyncLocalStorage<KeyedRequest>()

/** Runs a handler whose transactions keep its answer under an Idempotency-Key. */
export const underKey = <T>(request: KeyedRequest, run: () => Promise<T>): Promise<T> =>
  current.run(request, run)

/** The writes that keep an answer; none when the request carries no key. */
export function keepAnswer(value: unknown): Write[] {
  const request = current.getStore()
  if (!request || value === undefined) return []
  return [answerWrite(request, request.render(value))]
}

/** Notes that the writes of `keepAnswer` have been committed. */
export function answerKept(): void {
  const request = current.getStore()
  if (request) request.kept = true
}

/** Turns a running reservation into the answer that repetitions get. */
export const answerWrite = (
  { record, reservation }: KeyedRequest,
  answer: StoredAnswer,
): Write =>
  change(
    record,
    {
      set: { state: 'answered', ...answer },
      when: '#reservation = :mine',
      values: { mine: reservation },
    },
    () => new Failure('requestRunning'),
  )

/**
 * An id for something that no transaction can hold, such as a print job: under an
 * Idempotency-Key every run makes the same one of the same part, without a key a new one.
 */
export function repeatableId(part: string): string {
  const request = current.getStore()
  if (!request) return randomUUID()
  const hex = createHash('sha256').update(`${request.record.pk}\n${part}`).digest('hex')
  // Spelt as a random UUID, which every id of this service is.
  return hex.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
    (_, a, b, c, d, e) => `${a}-${b}-4${c}-8${d}-${e}`,
  )
}
