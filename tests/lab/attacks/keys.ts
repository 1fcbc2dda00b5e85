import fc from 'fast-check'
import { type Attack, authorizedFor, existingTarget, isRefused } from './attack.ts'

const keys = [
  '',
  ' ',
  'x'.repeat(255),
  'x'.repeat(256),
  'x'.repeat(100_000),
  '\u{1f600}'.repeat(127),
  'a\u0000b',
  'a\r\nb',
  '__proto__',
  'constructor',
  'one,two',
  'IDEMPOTENCY#x',
  '#pk',
  '../x',
  '%00',
  '\ud800',
  'same',
  'same',
]

const types = [
  'application/json',
  'application/json; charset=utf-7',
  'application/json; charset=utf-16',
  'text/plain',
  'text/html',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/x-java-serialized-object',
  'application/octet-stream',
  '*/*',
  ';;;',
  '',
  'x'.repeat(10_000),
]

/** Idempotency-Keys of all kinds, also one for different requests, and content types. */
export const keyTricks: Attack = {
  name: 'idempotency keys',
  fits: ({ method, body, rawBody, deferBody }) =>
    method === 'POST' && !deferBody && (body !== undefined || rawBody === true),
  perEndpoint: 4,
  requests: (endpoint, loot) =>
    fc.tuple(fc.constantFrom(...keys), fc.constantFrom(...types)).map(([key, type]) => ({
      method: 'POST',
      target: existingTarget(endpoint, loot),
      headers: {
        ...authorizedFor(endpoint, loot),
        'idempotency-key': key,
        'content-type': type,
      },
      body: '{"a":',
    })),
  expects: isRefused,
}
