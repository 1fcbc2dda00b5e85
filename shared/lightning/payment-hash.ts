/** A payment hash normalized for storage and comparison: trimmed, in lower case. */
export const paymentHashOf = (text: string): string => text.trim().toLowerCase()
