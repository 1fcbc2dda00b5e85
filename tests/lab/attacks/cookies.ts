import fc from 'fast-check'
import { type Attack, existingTarget } from './attack.ts'

const strange = [
  ...String.raw`= == ; ;;;; , =x x= a=b=c %61ccessToken=x __proto__=x a="b;c" a="b\";c"`.split(
    ' ',
  ),
  ...'accessToken accessToken= accessToken=nonsense accessToken=a.b.c accessToken="'.split(
    ' ',
  ),
  ...'|, ,|accessToken= |refreshToken=nonsense|$Version=1; $Path=/'.split('|'),
  ...'constructor=x; toString=y|a\u0000b=c|\u{1f600}=\u{1f600}|a=\ud800'.split('|'),
  ' \t accessToken\t=\tx',
]

const flood = (count: number, name: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `${name(at)}=${at}`).join('; ')

const soups = [
  ...strange,
  flood(500, (at) => `c${at}`),
  flood(300, () => 'accessToken'),
  flood(200, (at) => `accessToken${at}`),
  flood(200, () => '__proto__'),
  `a=${'x'.repeat(60_000)}`,
  `${'x'.repeat(20_000)}=a`,
  ';'.repeat(8_000),
  `accessToken=${'.'.repeat(8_000)}`,
  `accessToken=${Buffer.from(`{"iat":${'9'.repeat(400)}}`).toString('base64url')}`,
  ...['[]', 'null', '{"iat":"9999999999"}'].map(
    (claims) => `accessToken=x.${Buffer.from(claims).toString('base64url')}.x`,
  ),
]

const ingredients = fc.array(fc.constantFrom(...soups), { minLength: 1, maxLength: 5 })

/** Cookies of all kinds without a valid token among them. */
export const cookieSoup: Attack = {
  name: 'cookie soup',
  fits: ({ access }) => access !== 'public' && access !== 'agent',
  perEndpoint: 8,
  requests: (endpoint, loot) =>
    ingredients.map((cookies) => ({
      method: endpoint.method,
      target: existingTarget(endpoint, loot),
      headers: { cookie: cookies.join('; '), 'content-type': 'application/json' },
      ...(endpoint.method !== 'GET' && { body: '{}' }),
    })),
  expects: (status) => status === 401,
}

/** Odd cookies around valid tokens, which still count. */
export const saltedCookies: Attack = {
  name: 'cookies around a token',
  fits: ({ access, method }) =>
    method === 'GET' && access !== 'public' && access !== 'agent',
  perEndpoint: 8,
  requests: (endpoint, loot) =>
    fc.tuple(ingredients, ingredients).map(([before, after]) => ({
      method: 'GET',
      target: existingTarget(endpoint, loot),
      headers: { cookie: [...before, loot.cookies, ...after].join('; ') },
    })),
  expects: (status) => status !== 401 && status !== 403,
}
