import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Encrypts a text so that only the same key opens it: AES-256-GCM, in base64url. */
export function seal(key: string, text: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, bytesOf(key), nonce)
  const sealed = [cipher.update(text, 'utf8'), cipher.final()]
  return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64url')
}

/** A sealed text; undefined when it was sealed with another key, or changed. */
export function unseal(key: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const nonce = bytes.subarray(0, nonceBytes)
    const opening = createDecipheriv(algorithm, bytesOf(key), nonce, {
      authTagLength: tagBytes,
    })
    opening.setAuthTag(bytes.subarray(-tagBytes))
    const text = opening.update(bytes.subarray(nonceBytes, -tagBytes))
    return Buffer.concat([text, opening.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** Keys are random texts of 32 bytes or more. */
const bytesOf = (key: string) => createHash('sha256').update(key).digest()
