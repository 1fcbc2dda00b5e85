import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { secret } from '../../../shared/platform/deployment/secrets.ts'
import { badTokens } from '../../generated/bad-tokens.ts'
import type { Shop } from '../../support/shop.ts'

const encode = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString(
    'base64url',
  )

const oddTexts = '. .. ... % null undefined {} \0 😀.😀.😀 é.é.é'.split(' ')

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Tokens that must be refused, made from one that is valid. */
export async function forgedTokens(shop: Shop, valid: string): Promise<string[]> {
  const [header = '', payload = '', signature = ''] = valid.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const key = await secret('token-key')
  const signed = (
    head: object,
    body: object | string,
    hmacKey = key,
    hash = 'sha256',
  ) => {
    const text = `${encode({ alg: 'HS256', ...head })}.${encode(body)}`
    return `${text}.${createHmac(hash, hmacKey).update(text).digest('base64url')}`
  }
  const publicKey = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const byRsa = () => {
    const text = `${encode({ alg: 'RS256' })}.${payload}`
    const made = createSign('sha256').update(text).sign(rsa.privateKey, 'base64url')
    return `${text}.${made}`
  }
  const names = ['none', 'None', 'NONE', 'nOnE', '', 'HS256 ', 'hs256', 'HS512', 'RS256']
  const kids = [
    '../../../../dev/null',
    "' UNION SELECT 'x",
    'http://evil/jwks',
    '__proto__',
  ]
  return [
    ...(await badTokens(shop)).map(([, token]) => token),
    ...names.map((alg) => `${encode({ alg })}.${payload}.`),
    ...names.slice(0, 7).map((alg) => signed({ alg }, claims)),
    signed({ alg: 'HS384' }, claims, key, 'sha384'),
    ...kids.map((kid) => signed({ kid }, claims, '')),
    ...kids.map((kid) => signed({ kid, jku: kid, x5u: kid }, claims, kid)),
    signed({ jwk: { kty: 'oct', k: encode('x') } }, claims, 'x'),
    signed({ crit: ['exp'], b64: false }, claims),
    signed({ zip: 'DEF' }, claims, 'x'),
    signed({ alg: 'RS256' }, claims, publicKey),
    signed({}, claims, publicKey),
    signed({}, claims, ''),
    byRsa(),
    // Claims of another kind, rightly signed
    signed({}, { ...claims, exp: String(claims.exp) }),
    signed({}, { ...claims, exp: -1 }),
    signed({}, { ...claims, nbf: claims.exp }),
    signed({}, { ...claims, typ: ['access'] }),
    signed({}, { ...claims, typ: 'Access' }),
    signed({}, { ...claims, adm: 'true' }),
    signed({}, { ...claims, prm: ['ff'] }),
    signed({}, { ...claims, sub: null }),
    signed({}, { ...claims, aud: ['elsewhere'] }),
    signed({}, { ...claims, iss: ['elsewhere'] }),
    signed({}, `{"__proto__":${JSON.stringify(claims)}}`),
    signed({}, '[]'),
    signed({}, 'null'),
    signed({}, '"x"'),
    signed({}, ''),
    // The valid one, changed
    `${header}.${payload}.`,
    `${header}.${payload}`,
    `${header}..${signature}`,
    `.${payload}.${signature}`,
    `${valid}.x`,
    `${valid}.`,
    valid.slice(0, -2),
    valid.toUpperCase(),
    `${header}.${encode({ ...claims, adm: true, sub: 'x' })}.${signature}`,
    `${header}.${payload.split('').reverse().join('')}.${signature}`,
    `Bearer ${valid}`,
    encodeURIComponent(JSON.stringify(valid)),
    ...oddTexts,
    `${'x'.repeat(100_000)}.${'y'.repeat(100_000)}.z`,
    'a.'.repeat(5_000),
  ]
}
