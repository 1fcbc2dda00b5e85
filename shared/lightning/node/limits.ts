/**
 * Limits, in characters, of the texts exchanged with a node. API Gateway posts at most 32
 * KB to a socket in one frame: calls of the node stay below that even if JSON escapes
 * each character to six bytes.
 */

/** An invoice's description; the node refuses a longer one. */
export const maxDescriptionLength = 128

/** An invoice or an offer: the most that fits one QR code. */
export const maxPaymentCodeLength = 4_296

/** An external record's id, or a message to a payee. */
export const maxReferenceLength = 1_000

/** An on-chain address or a channel's id. */
export const maxNodeNameLength = 200

/** A payer's note on record; watchers' frames may have to cut it further. */
export const maxNoteLength = 16_000

/** Cuts a text to a length, without half a surrogate pair at its end. */
export const truncate = (text: string, maxLength: number): string =>
  text.length > maxLength
    ? text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')
    : text

/** A payment hash normalized for storage and comparison: trimmed, in lower case. */
export const paymentHashOf = (text: string): string => text.trim().toLowerCase()
