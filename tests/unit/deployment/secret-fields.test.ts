import { describe, expect, it, test } from 'vitest'
import { finishRotation, startRotation } from '../../../infra/operate/rotation.ts'
import {
  parseParameters,
  parseSecret,
  type SecretName,
  validValues,
} from '../../../shared/platform/deployment/secret-fields.ts'

const masterKey = '0123456789abcdef'.repeat(4)

const values = (secret: object, name: SecretName) =>
  validValues(parseSecret(JSON.stringify(secret)), name)

describe('keys derived from the master key', () => {
  // Calculated by RFC 5869 apart from this code. Another result would void every PIN.
  test.each([
    ['token-key', '2e0afe469e0d4f477f62ec189b505f19c8e0886967a91941e4629c109d659194'],
    ['tunnel-key', '477a40bb22783f4eaf524240791e41d2e8deb625eacc58c97d50ac9d8545aa5e'],
    ['pin-key', 'ac5df2319316210ffdd7466a65f30251929db8db17ce5fec816d5229f561c917'],
  ] as const)('%s never changes', (name, key) => {
    expect(values({ masterKey }, name)).toEqual([key])
  })

  it('are one for the tunnel that stays while tokens and PINs get others', () => {
    const [own] = values({ masterKey }, 'tunnel-key')
    let json = startRotation(JSON.stringify({ masterKey }), 'token-key', 'new')
    json = startRotation(json, 'pin-key', 'new')
    expect(values(JSON.parse(json), 'tunnel-key')).toEqual([own])
    json = finishRotation(finishRotation(json, 'token-key'), 'pin-key')
    expect(values(JSON.parse(json), 'tunnel-key')).toEqual([own])
  })

  it('are two for the tunnel while the JSON has two master keys', () => {
    const [old] = values({ masterKey }, 'tunnel-key')
    const changed = { masterKey: 'f'.repeat(64), previousMasterKey: masterKey }
    const [current, ...previous] = values(changed, 'tunnel-key')
    expect(current).not.toBe(old)
    expect(previous).toEqual([old])
    expect(values({ masterKey, previousMasterKey: 'short' }, 'tunnel-key')).toEqual([old])
  })

  it('come for the tunnel from the PIN key where there is no master key', () => {
    const tokens = { tokenKey: 't', previousTokenKey: 's' }
    const [old] = values({ ...tokens, pinKey: 'p' }, 'tunnel-key')
    expect(old).toMatch(/^[0-9a-f]{64}$/)
    const rotated = { ...tokens, pinKey: 'q', previousPinKey: 'p' }
    expect(values(rotated, 'tunnel-key')).toEqual([expect.any(String), old])
    expect(() => values(tokens, 'tunnel-key')).toThrow('neither tunnelKey nor a usable')
  })

  it('give way to adopted keys, also under the names of version 0.2', () => {
    expect(values({ masterKey, pinKey: 'p' }, 'pin-key')).toEqual(['p'])
    expect(values({ 'token-key': 't', masterKey }, 'token-key')).toEqual(['t'])
    const both = { tokenKey: 'new', 'token-key': 'old' }
    expect(values(both, 'token-key')).toEqual(['new'])
  })

  it.each([
    ['absent', {}],
    ['short', { masterKey: 'guess' }],
    ['a number', { masterKey: 42 }],
  ])('are not empty keys when the master key is %s', (_, secret) => {
    expect(() => values(secret, 'token-key')).toThrow('neither tokenKey nor a usable')
    expect(values(secret, 'webhook-secret')).toEqual([])
  })
})

describe('fields that people enter', () => {
  it.each([[''], [' '], [null], [undefined]])('count as absent when %j', (entered) => {
    expect(values({ webhookSecret: entered }, 'webhook-secret')).toEqual([])
    const cleared = { webhookSecret: entered, previousWebhookSecret: 'old' }
    expect(values(cleared, 'webhook-secret')).toEqual([])
  })

  it('are refused individually when malformed: the others stay in use', () => {
    const secret = { masterKey, pinKey: ['p'], webhookSecret: 'w' }
    expect(() => values(secret, 'pin-key')).toThrow('pinKey of the secret is malformed')
    expect(values(secret, 'webhook-secret')).toEqual(['w'])
    expect(values(secret, 'token-key')).toHaveLength(1)
  })

  it.each(['', 'hidden', '{"webhookSecret":"hidden"', '["hidden"]', '"hidden"', 'null'])(
    'are not quoted when the text is not a JSON object: %s',
    (text) => {
      expect(() => parseSecret(text)).toThrow(/^the secret is not a JSON object$/)
    },
  )

  it('are counted when their names are unknown', () => {
    const parsed = parseSecret(
      JSON.stringify({ hidden: 'x', other: 1, webhookSecret: 'w' }),
    )
    expect(parsed).toEqual({
      fields: { webhookSecret: 'w' },
      malformed: [],
      unknownCount: 2,
    })
  })
})

describe('parameters', () => {
  it('have the fields of their own secret alone, and nothing is derived from them', () => {
    const parsed = parseParameters([
      ['token-key', '{"tokenKey":"t","previousTokenKey":"s","pinKey":"of another"}'],
      ['pin-key', `{"pinKey":7,"masterKey":"${masterKey}"}`],
      ['webhook-secret', '{"webhookSecret":""}'],
    ])
    expect(parsed.malformed).toEqual(['pinKey'])
    expect(parsed.unknownCount).toBe(2)
    expect(validValues(parsed, 'token-key')).toEqual(['t', 's'])
    expect(() => validValues(parsed, 'pin-key')).toThrow(
      'pinKey of the secret is malformed',
    )
    expect(() => validValues(parsed, 'tunnel-key')).toThrow('neither tunnelKey nor')
    expect(validValues(parsed, 'webhook-secret')).toEqual([])
  })

  it('are not quoted when one is not a JSON object', () => {
    expect(() => parseParameters([['pin-key', 'hidden']])).toThrow(
      /^the parameter pin-key is not a JSON object$/,
    )
  })
})

describe('a rotation', () => {
  const json = JSON.stringify({ masterKey, webhookSecret: 'w', note: 'kept' })
  const [derived] = values({ masterKey }, 'pin-key')

  it('keeps the previous value next to the new one until it is finished', () => {
    const started = startRotation(json, 'pin-key', 'new')
    expect(values(JSON.parse(started), 'pin-key')).toEqual(['new', derived])
    expect(JSON.parse(started)).toMatchObject({ masterKey, note: 'kept' })
    const finished = finishRotation(started, 'pin-key')
    expect(values(JSON.parse(finished), 'pin-key')).toEqual(['new'])
  })

  it('is refused while the last one is not finished, as a third value would be void', () => {
    const started = startRotation(json, 'token-key', 'new')
    expect(() => startRotation(started, 'token-key', 'newer')).toThrow('--finish')
    expect(() => finishRotation(json, 'token-key')).toThrow('no rotation')
  })

  it("of the tunnel's key is one of its own", () => {
    const own = values({ tunnelKey: 'v' }, 'tunnel-key')
    const started = startRotation('{"tunnelKey":"v"}', 'tunnel-key', 'new')
    expect(values(JSON.parse(started), 'tunnel-key')).toEqual(['new', ...own])
    const finished = finishRotation(started, 'tunnel-key')
    expect(values(JSON.parse(finished), 'tunnel-key')).toEqual(['new'])
  })

  it('of a webhook secret that was never entered has no previous value', () => {
    const started = startRotation('{"webhookSecret":""}', 'webhook-secret', 'new')
    expect(values(JSON.parse(started), 'webhook-secret')).toEqual(['new'])
  })
})
