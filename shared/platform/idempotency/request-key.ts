import { createHash, randomUUID } from 'node:crypto'
import type { Key } from '../dynamodb/keys.ts'

/** A response without its other headers, as it is stored under an Idempotency-Key. */
export type StorableResponse = {
  readonly status: number
  readonly contentType: string | null
  readonly body: string | null
  /** True if the body is base64 of the bytes to send. */
  readonly isBase64?: true
  /** The name of a refusal, for programs: the header Error-Code. */
  readonly errorCode?: string
}

/** The Idempotency-Key of a request that is running. */
export type RequestKey = {
  readonly record: Key
  /** This run's own mark on the record; a run that lost it may write nothing. */
  readonly reservation: string
  /** Tells the request from others that use the same key. */
  readonly fingerprint: string
  /** Unix seconds until which the response is stored. */
  readonly expiresAt: number
  /** The response for a handler's value, as it will be sent. */
  readonly render: (value: unknown) => StorableResponse
  /** The response to a failure of the handler, as it will be sent. */
  readonly renderFailure: (error: unknown) => StorableResponse
  /** The response that the handler's transaction stored. */
  stored?: StorableResponse
}

/**
 * An id for something that no transaction can hold, such as a print job. Under an
 * Idempotency-Key every run of the same request makes the same id from the same part;
 * without a key each run makes a new one. All its digits are random, because names of
 * files use only a part of it.
 */
export function repeatableId(key: RequestKey | undefined, part: string): string {
  if (!key) return randomUUID()
  const hex = createHash('sha256')
    .update(`${key.record.pk}\n${key.fingerprint}\n${part}`)
    .digest('hex')
  // Spelled like a random UUID, as clients expect of an id.
  return hex.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
    (_, a, b, c, d, e) => `${a}-${b}-4${c}-8${d}-${e}`,
  )
}
