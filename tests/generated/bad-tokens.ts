import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { signAccess, signRefresh, signWallet } from '../../shared/people/auth/tokens.ts'
import { everyPermission } from '../../shared/people/staff/permissions.ts'
import { secret } from '../../shared/platform/deployment/secrets.ts'
import type { Shop } from '../support/shop.ts'

/** Invalid access tokens; all but the last claim every permission. */
export async function badTokens({ ownerId, roleId }: Shop): Promise<[string, string][]> {
  const sessionId = randomUUID()
  const valid = await signAccess({
    userId: ownerId,
    roleId,
    isAdmin: true,
    sessionId,
    permissions: everyPermission,
  })
  const [header, payload = '', signature] = valid.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const key = await secret('token-key')
  const sign = (signingKey: string, more: object, alg = 'HS256') =>
    new SignJWT({ ...claims, ...more })
      .setProtectedHeader({ alg })
      .sign(new TextEncoder().encode(signingKey))
  const encode = (value: object) =>
    Buffer.from(JSON.stringify(value)).toString('base64url')
  const seconds = Math.floor(Date.now() / 1000)
  return [
    ['an expired token', await sign(key, { exp: seconds - 1 })],
    ['a token that never expires', await sign(key, { exp: undefined })],
    ['a refresh token', await signRefresh(ownerId, sessionId)],
    ['a wallet token', await signWallet(ownerId, sessionId, randomUUID())],
    ['a token of another type', await sign(key, { typ: 'refresh' })],
    ['a token of another key', await sign('x'.repeat(64), {})],
    ['a token of another algorithm', await sign(key, {}, 'HS512')],
    ['a token of another issuer', await sign(key, { iss: 'elsewhere' })],
    ['a token for another audience', await sign(key, { aud: 'elsewhere' })],
    ['an unsigned token', `${encode({ alg: 'none' })}.${payload}.`],
    ['an altered token', `${header}.${encode({ ...claims, sub: 'x' })}.${signature}`],
    ['no token at all', 'nonsense'],
  ]
}
