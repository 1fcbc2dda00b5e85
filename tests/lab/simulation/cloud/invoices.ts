/** Terms of an invoice of a customer's wallet. */
export type InvoiceTerms = {
  /** In hexadecimal digits. */
  readonly paymentHash: string
  readonly amountSat: number
  readonly createdAtMs: number
  readonly expirySeconds: number
}

const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/**
 * A BOLT11 invoice of testnet, whose signature is blank: signing takes longer than all else,
 * and the product leaves it to the node to look at signatures.
 */
export function invoiceOf(terms: InvoiceTerms): string {
  const { paymentHash, amountSat, createdAtMs, expirySeconds } = terms
  const prefix = `lntb${amountSat * 10}n`
  const words = [
    ...wordsOf(Math.floor(createdAtMs / 1_000), 7),
    ...tagged('p', wordsOfBytes(Buffer.from(paymentHash, 'hex'))),
    ...tagged('d', wordsOfBytes(Buffer.from('refund'))),
    ...tagged('x', wordsOf(expirySeconds, 4)),
    ...Array.from({ length: 104 }, () => 0),
  ]
  const all = [...words, ...checksumOf(prefix, words)]
  return `${prefix}1${all.map((word) => letters[word]).join('')}`
}

const tagged = (letter: string, words: readonly number[]) => [
  letters.indexOf(letter),
  ...wordsOf(words.length, 2),
  ...words,
]

/** An integer in words of five bits. */
const wordsOf = (value: number, count: number) =>
  Array.from(
    { length: count },
    (_, at) => Math.floor(value / 32 ** (count - 1 - at)) % 32,
  )

function wordsOfBytes(bytes: Buffer): number[] {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const words = bits.match(/.{1,5}/g) ?? []
  return words.map((word) => Number.parseInt(word.padEnd(5, '0'), 2))
}

const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

/** The checksum of bech32 (BIP 173). */
function checksumOf(prefix: string, words: readonly number[]): number[] {
  const codes = [...Buffer.from(prefix)]
  const input = [
    ...codes.map((code) => code >> 5),
    0,
    ...codes.map((code) => code & 31),
    ...words,
    ...Array.from({ length: 6 }, () => 0),
  ]
  let sum = 1
  for (const word of input) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ word
    for (const [at, generator] of generators.entries()) {
      if ((top >> at) & 1) sum ^= generator
    }
  }
  sum ^= 1
  return Array.from({ length: 6 }, (_, at) => (sum >>> (5 * (5 - at))) & 31)
}
