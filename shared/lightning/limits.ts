/**
 * Characters of what is sent to a node and told by it. A call of the node and a watcher's
 * frame stay below the 128 KB that API Gateway posts to a socket, also where JSON takes six
 * bytes for a character.
 */

/** An invoice's description; the node refuses a longer one. */
export const maxDescriptionLength = 128

/** An invoice or an offer: as much as one QR code holds. */
export const maxPaymentCodeLength = 4_296

/** An external record's id, or a message to a payee. */
export const maxReferenceLength = 1_000

/** An on-chain address or a channel's id. */
export const maxNodeNameLength = 200

/** A payer's note in a watcher's frame. */
export const maxNoteLength = 16_000

/** The beginning of a text that fits, without half a character at its end. */
export const truncate = (text: string, longest: number): string =>
  text.length > longest ? text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '') : text
