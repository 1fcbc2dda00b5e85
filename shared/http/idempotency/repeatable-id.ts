import { createHash, randomUUID } from 'node:crypto'
import { currentKeyedRequest } from './keyed-request.ts'

/**
 * An id for something that no transaction can hold, such as a print job. Under an
 * Idempotency-Key every run of the same request makes the same id from the same part;
 * without a key each run makes a new one. All its digits are random, because names of
 * files use only a part of it.
 */
export function repeatableId(part: string): string {
  const request = currentKeyedRequest()
  if (!request) return randomUUID()
  const { record, fingerprint } = request
  const hex = createHash('sha256')
    .update(`${record.pk}\n${fingerprint}\n${part}`)
    .digest('hex')
  // Spelled like a random UUID, as clients expect of an id.
  return hex.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
    (_, a, b, c, d, e) => `${a}-${b}-4${c}-8${d}-${e}`,
  )
}
