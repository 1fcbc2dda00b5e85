import { createHmac, timingSafeEqual } from 'node:crypto'

const hexSha256 = /^[0-9a-f]{64}$/i

/** Signs a webhook's body: HMAC-SHA256 in hex, as in the header X-Node-Signature. */
export function sign(secret: string, rawBody: string | Uint8Array): string {
  return hmac(secret, rawBody).toString('hex')
}

/**
 * True if a signature, in hex of either case, belongs to exactly these bytes of a body.
 * False without a secret.
 */
export function verify(secret: string, rawBody: Uint8Array, signature: string): boolean {
  if (secret === '' || !hexSha256.test(signature)) return false
  return timingSafeEqual(Buffer.from(signature, 'hex'), hmac(secret, rawBody))
}

const hmac = (secret: string, rawBody: string | Uint8Array) =>
  createHmac('sha256', secret).update(rawBody).digest()
