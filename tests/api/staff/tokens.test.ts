import { readFile, writeFile } from 'node:fs/promises'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startRotation } from '../../../infra/operate/rotation.ts'
import {
  signAccess,
  signRefresh,
  signWallet,
  verifyAccess,
  verifyRefresh,
  verifyWallet,
} from '../../../shared/people/auth/tokens.ts'
import { secret } from '../../../shared/platform/deployment/secrets.ts'
import { openTable } from '../../support/table.ts'

let close: () => Promise<void>
beforeAll(async () => {
  close = await openTable()
})
afterAll(() => close())

const verifiers = { access: verifyAccess, refresh: verifyRefresh, wallet: verifyWallet }
const types = ['access', 'refresh', 'wallet'] as const

/** Signs a token that is whole for every type, but for these changes. */
async function signWith(changes: object, alg = 'HS256', key?: string) {
  const seconds = Math.floor(Date.now() / 1000)
  return new SignJWT({
    sub: 'ana',
    sid: 'counter',
    rol: 'cashier',
    adm: false,
    prm: '0f',
    wid: 'wallet',
    iss: 'lightning-pos',
    aud: 'lightning-pos',
    exp: seconds + 60,
    ...changes,
  })
    .setProtectedHeader({ alg })
    .sign(new TextEncoder().encode(key ?? (await secret('token-key'))))
}

/** The types as which a token passes. */
async function passesAs(token: string) {
  const claims = await Promise.all(types.map((type) => verifiers[type](token)))
  return types.filter((_, at) => claims[at])
}

describe('a token with all claims of every type', () => {
  it.each(types)('passes as %s when it says so, and as nothing else', async (typ) => {
    expect(await passesAs(await signWith({ typ }))).toEqual([typ])
  })

  it.each([undefined, 'admin', ['access']])(
    'passes as nothing with the type %j',
    async (typ) => {
      expect(await passesAs(await signWith({ typ }))).toEqual([])
    },
  )

  it.each([
    { exp: undefined },
    { exp: 1 },
    { iss: undefined },
    { iss: 'elsewhere' },
    { aud: undefined },
    { aud: 'elsewhere' },
    { prm: undefined },
    { prm: '' },
    { prm: '0g' },
    { prm: 'g0' },
    { adm: 'true' },
    { rol: 7 },
    { sid: undefined },
  ])('passes as nothing with %o', async (changes) => {
    expect(await passesAs(await signWith({ typ: 'access', ...changes }))).toEqual([])
  })

  it('passes as nothing with another algorithm', async () => {
    const token = await signWith({ typ: 'access' }, 'HS512')
    expect(await passesAs(token)).toEqual([])
  })
})

it('says what it was signed for', async () => {
  const caller = {
    userId: 'ana',
    roleId: null,
    isAdmin: true,
    sessionId: 'counter',
    permissions: '0f',
  }
  expect(await verifyAccess(await signAccess(caller))).toEqual(caller)
  const refresh = await signRefresh('ana', 'counter')
  expect(await verifyRefresh(refresh)).toEqual({ sub: 'ana', sid: 'counter' })
  const wallet = await signWallet('ana', 'counter', 'w1')
  expect(await verifyWallet(wallet)).toEqual({ sub: 'ana', sid: 'counter', wid: 'w1' })
  expect(await verifyRefresh(undefined)).toBeUndefined()
})

it('passes with the new key of a rotation and with the old one; an expired one asks for no key', async () => {
  const [oldKey, newKey] = [await secret('token-key'), 'n'.repeat(64)]
  const file = process.env.SECRETS_FILE ?? ''
  await writeFile(file, startRotation(await readFile(file, 'utf8'), 'token-key', newKey))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
  onTestFinished(() => void vi.useRealTimers())
  const signed = (key: string, changes = {}) =>
    signWith({ typ: 'access', ...changes }, 'HS256', key)
  expect(await passesAs(await signed(oldKey, { exp: 1 }))).toEqual([])
  expect(await secret('token-key')).toBe(oldKey)
  expect(await passesAs(await signed(newKey))).toEqual(['access'])
  expect(await secret('token-key')).toBe(newKey)
  expect(await passesAs(await signed(oldKey))).toEqual(['access'])
})
