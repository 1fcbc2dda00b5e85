/** A payment's hash as it is kept and compared: one however it is padded or cased. */
export const paymentHashOf = (text: string): string => text.trim().toLowerCase()
