import { createHash, pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { sameSecret } from '../../constant-time.ts'
import { secret, verifyWithSecret } from '../../platform/deployment/secrets.ts'

/** A stored PIN or role password: its hash and the name in its salt. */
export type PinHash = {
  readonly hash: string
  readonly saltName: string
  /** Tells which key hashed it; absent up to version 0.2, until the next match. */
  readonly keyId?: string
}

const derive = promisify(pbkdf2)

/**
 * Hashes a PIN or password with PBKDF2: HMAC-SHA256, 10,000 iterations, 256 bits. The salt
 * is the application's master key followed by the name that the user or role has now. The
 * name is stored beside the hash, so that the PIN still matches after a rename.
 */
export const hashPin = async (pin: string, saltName: string): Promise<PinHash> =>
  hashWith(await secret('pin-key'), pin, saltName)

async function hashWith(key: string, pin: string, saltName: string): Promise<PinHash> {
  const hash = await derive(pin, `${key}${saltName}`, 10_000, 32, 'sha256')
  return { hash: hash.toString('base64url'), saltName, keyId: keyIdOf(key) }
}

/** A name of a key, which tells nothing of it. */
export const keyIdOf = (key: string): string =>
  createHash('sha256').update(key).digest('hex').slice(0, 8)

/** Match of a PIN. */
export type PinMatch = {
  /** Its hash with the current key, if the stored one does not name that key. */
  readonly rehashed?: PinHash
}

/**
 * Matches a PIN with the current key and, during a rotation, with the previous one.
 * Undefined if it does not match. Without a stored hash it takes as long and never matches.
 */
export const matchPin = (
  pin: string,
  stored: PinHash | null,
): Promise<PinMatch | undefined> =>
  verifyWithSecret('pin-key', async (keys) => {
    const saltName = stored?.saltName ?? ''
    const hashes = await Promise.all(keys.map((key) => hashWith(key, pin, saltName)))
    const matches = hashes.map(({ hash }) => sameSecret(hash, stored?.hash ?? ''))
    if (stored === null || !matches.includes(true)) return undefined
    const [current] = hashes
    return current && stored.keyId !== current.keyId ? { rehashed: current } : {}
  })
