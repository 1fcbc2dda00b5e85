/**
 * Characters of what a node is sent. A call of it fits a frame of the tunnel, which
 * API Gateway limits to 128 KB.
 */

/** An invoice or an offer: as much as one QR code holds. */
export const longestPaymentCode = 4_296

/** An external record's id, or a message to a payee. */
export const longestReference = 1_000

/** An on-chain address or a channel's id. */
export const longestNodeName = 200
