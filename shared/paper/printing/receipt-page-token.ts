import { createHmac } from 'node:crypto'
import { sameSecret } from '../../constant-time.ts'
import { secret, verifyWithSecret } from '../../platform/deployment/secrets.ts'

/** 128 bits, which nobody guesses. */
const macBytes = 16

/** No token of a login is signed for the same text. */
const macOf = (orderId: string, key: string): string =>
  createHmac('sha256', key)
    .update(`receipt-page ${orderId}`)
    .digest()
    .subarray(0, macBytes)
    .toString('base64url')

/**
 * Returns the token that shows an order's receipt: the order's id, and a code that only
 * this shop can compute of it.
 */
export const receiptPageToken = async (orderId: string): Promise<string> =>
  `${orderId}.${macOf(orderId, await secret('token-key'))}`

/** The order whose receipt a token shows; undefined for a token that this shop did not make. */
export async function orderOfToken(token: string): Promise<string | undefined> {
  const at = token.lastIndexOf('.')
  const orderId = token.slice(0, Math.max(0, at))
  const mac = token.slice(at + 1)
  return verifyWithSecret('token-key', (keys) =>
    // Each is computed, so that the time does not tell which is right
    keys.map((key) => sameSecret(macOf(orderId, key), mac)).includes(true)
      ? orderId
      : undefined,
  )
}
