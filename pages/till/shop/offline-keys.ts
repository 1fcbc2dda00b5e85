import canonicalize from 'canonicalize'
import type { OfflineSale } from '../../../shared/client/api.ts'
import { PosError } from '../../../shared/client/pos-error.ts'
import { isObject } from '../../parts/is-object.ts'
import { keep, keepTogether, keptUnder } from '../../parts/kept.ts'
import { type Me, pos } from '../../parts/pos.ts'

/** Somebody who may log in here without the cloud. */
type OfflinePerson = {
  readonly me: Me
  readonly validUntilMs: number
  readonly salt: Uint8Array<ArrayBuffer>
  /** Of the PIN's encryption, and of the device's around it. */
  readonly ivs: readonly [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>]
  readonly wrapped: ArrayBuffer
  /** Wrong PINs since the last right one. */
  readonly failures: number
}

/** The key of whoever is logged in; browsers do not hand it out. */
type SellingKey = {
  readonly userId: string
  readonly key: CryptoKey
  readonly validUntilMs: number
}

/** Reasons why somebody cannot log in without the cloud. */
export class NotOffline extends Error {
  readonly reason: 'wrong-pin' | 'unknown'
  constructor(reason: NotOffline['reason']) {
    super(reason)
    this.reason = reason
  }
}

const rounds = 600_000
const maxFailures = 5
const peoplePrefix = 'till.offline/'
const deviceKeyAt = 'till.device-key'
const sellingKeyAt = 'till.selling-key'

/** The user who is logged in here: a key that comes late, of somebody before, is not kept. */
let holder: string | undefined

const bytesOf = (text: string) => new TextEncoder().encode(text)
const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))

const isPerson = (value: unknown): value is OfflinePerson =>
  isObject(value) && isObject(value.me) && typeof value.validUntilMs === 'number'

/** The people who may log in here without the cloud now. */
export const offlinePeople = (): readonly Me[] =>
  keptUnder(peoplePrefix)
    .filter(isPerson)
    .filter(isUsable)
    .map(({ me }) => me)

const isUsable = ({ validUntilMs, failures }: OfflinePerson) =>
  Date.now() < validUntilMs && failures < maxFailures

/**
 * Fetches the key with which whoever has just logged in by this PIN sells without the cloud, and
 * keeps it under the PIN and a key of this device. Never throws: without it the sales count, and are marked.
 */
export async function fetchOfflineKey(me: Me, pin: string): Promise<void> {
  const { userId } = me.user
  holder = userId
  if (!crypto.subtle) return
  try {
    await forgetLapsed()
    const { key, validUntil } = await pos.auth.offline({ body: { pin } })
    const bytes = Uint8Array.from(
      atob(key.replaceAll('-', '+').replaceAll('_', '/')),
      (letter) => letter.charCodeAt(0),
    )
    const validUntilMs = Date.parse(validUntil)
    const salt = randomBytes(16)
    const ivs = [randomBytes(12), randomBytes(12)] as const
    const underPin = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv: ivs[0] },
      await pinKey(pin, salt),
      bytes,
    )
    const wrapped = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv: ivs[1] },
      await deviceKey(),
      underPin,
    )
    const person = { me, validUntilMs, salt, ivs, wrapped, failures: 0 }
    await keep(peoplePrefix + userId, person satisfies OfflinePerson)
    await keepSellingKey(userId, bytes, validUntilMs)
  } catch (error) {
    // The shop does not let this person
    if (error instanceof PosError && error.status === 403) {
      await keep(peoplePrefix + userId, undefined)
    }
  }
}

/** Logs somebody in by name and PIN without the cloud. Throws NotOffline. */
export async function logInOffline(name: string, pin: string): Promise<Me> {
  const person = keptUnder(peoplePrefix)
    .filter(isPerson)
    .find(({ me }) => me.user.name === name)
  if (!crypto.subtle || !person || !isUsable(person)) throw new NotOffline('unknown')
  const { me, salt, ivs, wrapped, validUntilMs } = person
  const { userId } = me.user
  const at = peoplePrefix + userId
  // Counted before it is tried: a killed page has tried it
  let tries = 0
  await keepTogether([at], ([stored]) => {
    tries = isPerson(stored) ? stored.failures + 1 : 0
    return tries > 0 ? new Map([[at, { ...person, failures: tries }]]) : new Map()
  }).catch(() => undefined)
  if (tries === 0 || tries > maxFailures) throw new NotOffline('unknown')
  try {
    const underPin = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: ivs[1] },
      await deviceKey(),
      wrapped,
    )
    const bytes = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: ivs[0] },
      await pinKey(pin, salt),
      underPin,
    )
    await keep(at, { ...person, failures: 0 })
    holder = userId
    await keepSellingKey(userId, bytes, validUntilMs)
    return me
  } catch {
    throw new NotOffline(tries < maxFailures ? 'wrong-pin' : 'unknown')
  }
}

/** Forgets the key of whoever was logged in. */
export function forgetSellingKey(): void {
  holder = undefined
  void keep(sellingKeyAt, undefined)
}

const forgetLapsed = () =>
  Promise.all(
    keptUnder(peoplePrefix)
      .filter(isPerson)
      .filter(({ validUntilMs }) => Date.now() >= validUntilMs)
      .map(({ me }) => keep(peoplePrefix + me.user.userId, undefined)),
  )

/** The sale with the proof that its seller was known here, if there is a key for it. */
export async function proved(sale: OfflineSale): Promise<OfflineSale> {
  const [selling] = keptUnder(sellingKeyAt) as SellingKey[]
  const isOfSeller = selling?.userId === sale.userId && Date.now() < selling.validUntilMs
  if (!selling || !isOfSeller) return sale
  const { proof: _, ...said } = sale
  const text = canonicalize(said) ?? ''
  const signed = await crypto.subtle.sign('HMAC', selling.key, bytesOf(text))
  const letters = String.fromCharCode(...new Uint8Array(signed))
  const proof = btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return { ...sale, proof }
}

async function keepSellingKey(userId: string, bytes: BufferSource, validUntilMs: number) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])
  if (holder !== userId) return
  await keep(sellingKeyAt, { userId, key, validUntilMs } satisfies SellingKey)
}

/** A key that stays on this device. */
async function deviceKey(): Promise<CryptoKey> {
  const [known] = keptUnder(deviceKeyAt)
  if (known) return known as CryptoKey
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  let key = made
  await keepTogether([deviceKeyAt], ([stored]) => {
    key = (stored as CryptoKey | undefined) ?? made
    return new Map([[deviceKeyAt, key]])
  })
  return key
}

async function pinKey(pin: string, salt: BufferSource): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', bytesOf(pin), 'PBKDF2', false, [
    'deriveKey',
  ])
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}
