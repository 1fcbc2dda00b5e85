import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type CookieName,
  deletedCookies,
  readCookies,
  tokenCookies,
} from '../../../shared/people/auth/cookies.ts'

beforeEach(() => {
  vi.stubEnv('ACCESS_TOKEN_SECONDS', '60')
  vi.stubEnv('COOKIE_DOMAIN', '')
  vi.stubEnv('PLAIN_HTTP_TILLS', '')
})
afterEach(() => vi.unstubAllEnvs())

describe('a cookie', () => {
  it.each([
    ['accessToken', 'SameSite=Lax; Max-Age=60'],
    ['refreshToken', 'SameSite=Lax; Max-Age=2592000'],
    ['walletAccessToken', 'SameSite=Strict'],
  ] as [CookieName, string][])('%s has %s', (name, attributes) => {
    expect(tokenCookies(name, 'abc', false)).toEqual([
      `${name}=abc; HttpOnly; Path=/; ${attributes}`,
    ])
    expect(tokenCookies(name, 'abc', true)).toEqual([
      `${name}=abc; HttpOnly; Path=/; ${attributes}; Secure`,
    ])
  })

  it('is not Secure where tills use plain http', () => {
    vi.stubEnv('PLAIN_HTTP_TILLS', 'true')
    expect(tokenCookies('walletAccessToken', 'abc', true)).toEqual([
      'walletAccessToken=abc; HttpOnly; Path=/; SameSite=Strict',
    ])
  })

  it('of a domain takes the place of the one of the host, and is deleted with it', () => {
    vi.stubEnv('COOKIE_DOMAIN', 'shop.example')
    expect(tokenCookies('accessToken', 'abc', true)).toEqual([
      'accessToken=; HttpOnly; Path=/; SameSite=Lax; Max-Age=0; Secure',
      'accessToken=abc; HttpOnly; Path=/; Domain=shop.example; SameSite=Lax; Max-Age=60; Secure',
    ])
    expect(deletedCookies('accessToken', false)).toEqual([
      'accessToken=; HttpOnly; Path=/; SameSite=Lax; Max-Age=0',
      'accessToken=; HttpOnly; Path=/; Domain=shop.example; SameSite=Lax; Max-Age=0',
    ])
  })
})

/** A token with these claims; its signature is not looked at. */
const tokenOf = (claims: unknown) =>
  `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`

describe('the cookies of a request', () => {
  it.each<[string[] | undefined, Record<string, string>]>([
    [undefined, {}],
    [[], {}],
    [['a=1; b=2'], { a: '1', b: '2' }],
    [['a=1,b=2', ' c = 3 '], { a: '1', b: '2', c: '3' }],
    [['a=1=2'], { a: '1=2' }],
    [['a', '=1', ' =1', ''], {}],
    [['a=; b= '], {}],
    [['a=1; a='], { a: '1' }],
    [['a=1; a=2'], { a: '1' }],
  ])('in %j are %j', (headers, cookies) => {
    expect(Object.fromEntries(readCookies(headers))).toEqual(cookies)
  })

  it.each([
    [tokenOf({ iat: 1 }), tokenOf({ iat: 2 })],
    ['no token', tokenOf({ iat: 0 })],
    [tokenOf({ iat: '9' }), tokenOf({ iat: 0 })],
    [tokenOf({}), tokenOf({ iat: 0 })],
    [tokenOf(null), tokenOf({ iat: 0 })],
    ['x.y', tokenOf({ iat: 0 })],
  ])('have of %s and %s the one that was issued last', (older, newer) => {
    for (const header of [`a=${older}; a=${newer}`, `a=${newer}; a=${older}`]) {
      expect(readCookies([header]).get('a')).toBe(newer)
    }
  })

  it('keep the first of two that were issued in the same second', () => {
    const [one, other] = [tokenOf({ iat: 1 }), tokenOf({ iat: 1, other: true })]
    expect(readCookies([`a=${one}; a=${other}`]).get('a')).toBe(one)
  })
})
