import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { sameSecret } from '../constant-time.ts'
import { secret } from '../deployment/secrets.ts'

/** A stored PIN or role password: its hash and the name in its salt. */
export type PinHash = { readonly hash: string; readonly saltName: string }

const derive = promisify(pbkdf2)

/**
 * Hashes a PIN or password with PBKDF2: HMAC-SHA256, 10,000 iterations, 256 bits. The salt
 * is the application's master key followed by the name that the user or role has now. The
 * name is stored beside the hash, so that the PIN still matches after a rename.
 */
export async function hashPin(pin: string, saltName: string): Promise<PinHash> {
  const salt = `${await secret('pin-key')}${saltName}`
  const hash = await derive(pin, salt, 10_000, 32, 'sha256')
  return { hash: hash.toString('base64url'), saltName }
}

/** Whether a PIN matches. Without a stored hash it takes as long and never matches. */
export async function pinMatches(pin: string, stored: PinHash | null): Promise<boolean> {
  const { hash } = await hashPin(pin, stored?.saltName ?? '')
  return sameSecret(hash, stored?.hash ?? '') && stored !== null
}
