import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { bodiesFor } from '../../generated/bad-input.ts'
import {
  type Attack,
  authorizedFor,
  existingTarget,
  isInvalidFor,
  readsJson,
  requiredFields,
} from './attack.ts'

type Body = string | Uint8Array

const hex = (digits: string) => Buffer.from(digits, 'hex')

/** Bytes that no UTF-8 text holds: overlong forms, surrogates, cut off, beyond Unicode. */
const notUtf8 =
  `c0af c080 e080af f08080af eda080 edbfbf eda081edb081 e282 f09f98 80 bf ff fe
  f4908080 f8888080 fc84808080`
    .split(/\s+/)
    .map(hex)

const notJson = [
  ...'NaN Infinity -Infinity undefined 01 +1 .5 1. 1e 0x10 1_000 TRUE None'.split(' '),
  ...String.raw`'x' ${'`'}x${'`'} "\x41" "\u12" "\ud800 [1,] [,] {"a":1,} {a:1}`.split(
    ' ',
  ),
  ...'"a\nb"|"a\u0000b"|/* x */ 1|1 // x|\ufeff1'.split('|'),
]

const embraced = (left: string, right: string, levels: number) =>
  `${left.repeat(levels)}1${right.repeat(levels)}`

const nestings = [
  '['.repeat(100_000),
  '{"a":'.repeat(50_000),
  embraced('[', ']', 3_000),
  embraced('[', ']', 20_000),
  embraced('{"a":', '}', 5_000),
  embraced('{"a":', '}', 10_000),
  embraced('[{"a":[', ']}]', 4_000),
]

const numbers = [
  ...'1e400 -1e400 1e-400 -0 -0.0 1E+309 1e21 9007199254740993'.split(' '),
  ...'-9223372036854775809 18446744073709551616 1e1000000000'.split(' '),
  ...'"NaN" "Infinity" "-0" "1e3" "0x10" "١٢" [] {} true'.split(' '),
  '9'.repeat(1_000),
  `0.${'0'.repeat(1_000)}1`,
]

/** Attacks by a body which its endpoint must refuse before it changes anything. */
const bodyAttack = (
  name: string,
  perEndpoint: number,
  bodiesOf: (valid: string, required: readonly string[]) => fc.Arbitrary<Body>,
): Attack => ({
  name,
  fits: readsJson,
  perEndpoint,
  requests: (endpoint, loot) =>
    bodiesFor(endpoint, loot.ids)
      .chain((valid) => bodiesOf(valid, requiredFields(endpoint)))
      .map((body) =>
        isInvalidFor(endpoint, body) ? body : `${Buffer.from(body).toString()}}`,
      )
      .map((body) => ({
        method: endpoint.method,
        target: existingTarget(endpoint, loot),
        headers: authorizedFor(endpoint, loot),
        body,
      })),
  expects: (status) => status >= 400,
})

/** In the text of a further field, where everything else of the body is right. */
const inAField = (valid: string, bytes: Uint8Array) =>
  valid.startsWith('{') && valid.length > 2
    ? inserted(`{"note":"",${valid.slice(1)}`, bytes, 9)
    : inserted(`""`, bytes, 1)

const inserted = (valid: string, bytes: Uint8Array, at: number) => {
  const text = Buffer.from(valid)
  const place = at % (text.length + 1)
  return Buffer.concat([text.subarray(0, place), bytes, text.subarray(place)])
}

/** Wrong UTF-8, other encodings, byte order marks, compressed bodies. */
export const wrongText = bodyAttack('wrong UTF-8', 16, (valid) =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(...notUtf8).map((bytes) => inAField(valid, bytes)),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...notUtf8), fc.nat())
        .map(([bytes, at]) => inserted(valid, bytes, at)),
    },
    fc.constantFrom<Body>(
      Buffer.from(`\ufeff${valid}`, 'utf16le'),
      Buffer.from(valid, 'utf16le').swap16(),
      Buffer.from(`\ufeff\ufeff${valid}`),
      inserted(valid, hex('efbbbf'), 1),
      gzipSync(valid),
      Buffer.from(valid).toString('base64'),
      encodeURIComponent(valid),
      `)]}',\n${valid}`,
    ),
  ),
)

/** Text that lenient parsers take for JSON, and JSON that is cut off or followed by more. */
export const wrongJson = bodyAttack('wrong JSON', 16, (valid) =>
  fc.oneof(
    fc.constantFrom(...notJson),
    fc.constantFrom(...notJson).map((text) => valid.replace(/:[^,}]*/, () => `:${text}`)),
    fc.nat().map((at) => valid.slice(0, at % Math.max(valid.length, 1))),
    fc.constantFrom(`${valid}${valid}`, `${valid},`, `[${valid}`, `${valid}\u0000`),
  ),
)

/** JSON as deep as a megabyte allows. */
export const deepJson = bodyAttack('deep nesting', 3, (_valid, required) =>
  fc
    .tuple(fc.constantFrom(...nestings), fc.constantFrom('', ...required))
    .map(([nested, name]) => (name === '' ? nested : `{"${name}":${nested}}`)),
)

/** Keys that occur twice, the second time with a wrong value. */
export const doubledKeys = bodyAttack('duplicate keys', 8, (valid, required) =>
  fc
    .tuple(
      fc.constantFrom('__proto__', ...required, ...required, ...required),
      fc.constantFrom('[[]]', '{}', 'null', '""', '{"a":{"a":1,"a":2}}'),
      fc.constantFrom(1, 2, 2_000),
    )
    .map(([name, value, count]) => {
      const members = Array.from({ length: count }, () => `,"${name}":${value}`).join('')
      return valid.startsWith('{') && valid.length > 2
        ? `${valid.slice(0, -1)}${members}}`
        : `{"":1${members}}`
    }),
)

/** Numbers that no double holds, exponents, and texts that look like numbers. */
export const strangeNumbers = bodyAttack('numbers', 12, (valid, required) =>
  fc
    .tuple(fc.constantFrom('amount', ...required), fc.constantFrom(...numbers))
    .map(([name, number]) =>
      valid.startsWith('{') && valid.length > 2
        ? `${valid.slice(0, -1)},"${name}":${number}}`
        : number,
    ),
)

/** Bodies that are right but for a megabyte of blanks. */
export const largeBodies: Attack = {
  name: 'large bodies',
  fits: ({ deferBody = false, ...endpoint }) => readsJson(endpoint) && !deferBody,
  perEndpoint: 2,
  requests: (endpoint, loot) =>
    bodiesFor(endpoint, loot.ids).map((body) => ({
      method: endpoint.method,
      target: existingTarget(endpoint, loot),
      headers: authorizedFor(endpoint, loot),
      body: body.trim() + ' '.repeat(1024 * 1024),
    })),
  expects: (status) => status === 413,
}
