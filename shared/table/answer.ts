import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomUUID } from 'node:crypto'
import { Failure } from '../failure.ts'
import { type KeptBody, keep } from './kept-body.ts'
import type { Item, Key } from './keys.ts'
import type { Place } from './parts.ts'
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
  /** Unix seconds until which the answer is kept. */
  readonly expiresAt: number
  /** The answer for a handler's value, as it will be sent. */
  readonly render: (value: unknown) => StoredAnswer
  /** Set once the answer is stored with what it answers. */
  kept: boolean
}

const current = new AsyncLocalStorage<KeyedRequest>()

/** Runs a handler whose transactions keep its answer under an Idempotency-Key. */
export const underKey = <T>(request: KeyedRequest, run: () => Promise<T>): Promise<T> =>
  current.run(request, run)

/**
 * The writes that keep an answer; none when the request carries no key, or for an answer
 * longer than a record, which is kept afterwards.
 */
export function keepAnswer(value: unknown): Write[] {
  const request = current.getStore()
  if (!request || value === undefined) return []
  const { write, rest } = answerWrites(request, request.render(value))
  return rest.length === 0 ? [write] : []
}

/** Notes that the writes of `keepAnswer` have been committed. */
export function answerKept(): void {
  const request = current.getStore()
  if (request) request.kept = true
}

/**
 * The write that turns a running reservation into the answer that repetitions get, and
 * the records of what does not fit there: they must stand before it is written.
 */
export function answerWrites(
  request: KeyedRequest,
  { status, contentType, body }: StoredAnswer,
): { write: Write; rest: readonly Item[] } {
  const { record, reservation, expiresAt } = request
  const { kept, rest } = keep(body, restOf(request), expiresAt)
  const write = change(
    record,
    {
      set: { state: 'answered', status, contentType, ...kept } satisfies KeptAnswer,
      when: '#reservation = :mine',
      values: { mine: reservation },
    },
    () => new Failure('requestRunning'),
  )
  return { write, rest }
}

/** An answer on its record. */
export type KeptAnswer = KeptBody &
  Omit<StoredAnswer, 'body'> & { readonly state: 'answered' }

/** Each run has a place of its own for the rest of its answer. */
export const restOf = ({
  record: { pk },
  reservation,
}: Pick<KeyedRequest, 'record' | 'reservation'>): Place => ({
  pk,
  prefix: `REST#${reservation}`,
})

/**
 * An id for something that no transaction can hold, such as a print job: under an
 * Idempotency-Key every run makes the same one of the same part, without a key a new one.
 * It is random in every digit: no list sorts by it, and names of files are cut from it.
 */
export function repeatableId(part: string): string {
  const request = current.getStore()
  if (!request) return randomUUID()
  const hex = createHash('sha256').update(`${request.record.pk}\n${part}`).digest('hex')
  // Spelt as a random UUID, as it is without a key
  return hex.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
    (_, a, b, c, d, e) => `${a}-${b}-4${c}-8${d}-${e}`,
  )
}
