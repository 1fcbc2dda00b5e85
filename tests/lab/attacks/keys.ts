import fc from 'fast-check'
import { type Attack, authorizedFor, existingTarget, isRefused } from './attack.ts'

const keys = [
  ...'| |a\u0000b|a\r\nb|\ud800'.split('|'),
  '\u{1f600}'.repeat(127),
  ...'__proto__ constructor one,two IDEMPOTENCY#x #pk ../x %00 same same'.split(' '),
  ...[255, 256, 100_000].map((length) => 'x'.repeat(length)),
]

const types = [
  ...'application/json text/plain text/html application/xml */* ;;;'.split(' '),
  ...'application/x-www-form-urlencoded application/octet-stream'.split(' '),
  ...['utf-7', 'utf-16'].map((charset) => `application/json; charset=${charset}`),
  'application/x-java-serialized-object',
  'multipart/form-data; boundary=x',
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
