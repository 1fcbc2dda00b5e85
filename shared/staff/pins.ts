import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { sameSecret } from '../constant-time.ts'
import { secret } from '../deployment/secrets.ts'

/** A stored PIN or role password: its hash and the name that salted it. */
export type PinHash = { readonly hash: string; readonly saltName: string }

const derive = promisify(pbkdf2)

/**
 * PBKDF2 with HMAC-SHA256, 10,000 iterations, 256 bits (core-interface, Authentication 8).
 * The salt joins the application's master key and the user's or role's name of now; the
 * name is stored beside the hash, so that renaming locks nobody out.
 */
export async function hashPin(pin: string, saltName: string): Promise<PinHash> {
  const salt = `${await secret('pin-key')}${saltName}`
  const hash = await derive(pin, salt, 10_000, 32, 'sha256')
  return { hash: hash.toString('base64url'), saltName }
}

/** Whether a PIN matches. Without a stored hash it costs the same and never matches. */
export async function pinMatches(pin: string, stored: PinHash | null): Promise<boolean> {
  const { hash } = await hashPin(pin, stored?.saltName ?? '')
  return sameSecret(hash, stored?.hash ?? '') && stored !== null
}
