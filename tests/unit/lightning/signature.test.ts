import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sign, verify } from '../../../shared/lightning/node/phoenixd/signature.ts'

const body = Buffer.from('{"type":"payment_received"}')

test('signs as openssl does', () => {
  // printf '{"type":"payment_received"}' | openssl dgst -sha256 -hmac secret
  expect(sign('secret', body)).toBe(
    '2351e2928050a0f926781db8aa212e60555ebb9348ddbc87aad97a3b9df444a2',
  )
})

test('verifies a signature in either case', () => {
  const signature = sign('secret', body)
  expect(verify('secret', body, signature)).toBe(true)
  expect(verify('secret', body, signature.toUpperCase())).toBe(true)
})

test('covers the exact bytes, whether or not they are text', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array(), (signed, received) => {
      const same = Buffer.compare(signed, received) === 0
      expect(verify('secret', received, sign('secret', signed))).toBe(same)
    }),
  )
})

test('rejects other text without throwing', () => {
  const valid = sign('secret', body)
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-fA-F]*$/)), (text) => {
      fc.pre(text.toLowerCase() !== valid)
      expect(verify('secret', body, text)).toBe(false)
    }),
  )
})

test.each([
  ['an odd digit left off', (valid: string) => valid.slice(1)],
  ['a digit too many', (valid: string) => `${valid}0`],
  ['another character in place of a digit', (valid: string) => `${valid.slice(1)}g`],
  ['white space around it', (valid: string) => ` ${valid}`],
  ['a scheme before it', (valid: string) => `sha256=${valid}`],
  ['a line end after it', (valid: string) => `${valid}\n`],
])('%s makes a signature invalid', (_case, change) => {
  expect(verify('secret', body, change(sign('secret', body)))).toBe(false)
})

test('rejects a signature with another secret or none', () => {
  expect(verify('other', body, sign('secret', body))).toBe(false)
  expect(verify('', body, sign('', body))).toBe(false)
})
