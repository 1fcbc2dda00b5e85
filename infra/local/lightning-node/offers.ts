import { bech32 } from '@scure/base'

/** The content of a BOLT12 offer; without an amount, any amount can be paid. */
export type Offer = {
  amountSat: number | null
  description: string | null
  /** public key of the receiving node; null when the offer uses blinded paths */
  issuer: string | null
}

/** BOLT12's numbers of the fields used here. */
const fieldTypes = { chains: 2, amountMsat: 8, description: 10, issuer: 22 }

const testnetChain = '43497fd7f826957108f4a30fd9cec3aeba79972084e90ead01ea330900000000'

const bech32Alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/** Encodes an offer: TLV fields in bech32 characters, without checksum. */
export function encodeOffer({ amountSat, description, issuer }: Offer): string {
  const fields = [
    encodeField(fieldTypes.chains, Buffer.from(testnetChain, 'hex')),
    amountSat !== null && encodeField(fieldTypes.amountMsat, minimalBytes(amountSat)),
    description !== null && encodeField(fieldTypes.description, Buffer.from(description)),
    issuer !== null && encodeField(fieldTypes.issuer, Buffer.from(issuer, 'hex')),
  ]
  const words = bech32.toWords(Buffer.concat(fields.filter((each) => each !== false)))
  return `lno1${words.map((word) => bech32Alphabet[word]).join('')}`
}

/** Decodes an offer; undefined if the text is not an offer. */
export function decodeOffer(text: string): Offer | undefined {
  const offer = text.replace(/\+\s*/g, '').toLowerCase()
  const words = Array.from(offer.slice(4), (letter) => bech32Alphabet.indexOf(letter))
  if (!offer.startsWith('lno1') || words.includes(-1)) return undefined
  const bytes = bech32.fromWordsUnsafe(words)
  const fields = bytes && decodeFields(Buffer.from(bytes))
  if (fields === undefined || fields.size === 0) return undefined
  const amount = fields.get(fieldTypes.amountMsat)
  return {
    amountSat: amount ? Number(BigInt(`0x0${amount.toString('hex')}`) / 1_000n) : null,
    description: fields.get(fieldTypes.description)?.toString('utf8') ?? null,
    issuer: fields.get(fieldTypes.issuer)?.toString('hex') ?? null,
  }
}

/** Millisatoshis, big-endian, without leading zero bytes. */
function minimalBytes(amountSat: number): Buffer {
  const hex = (BigInt(amountSat) * 1_000n).toString(16)
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
}

function encodeField(type: number, value: Buffer): Buffer {
  const long = value.length > 0xfc
  const length = long ? [0xfd, value.length >> 8, value.length & 0xff] : [value.length]
  return Buffer.concat([Buffer.from([type, ...length]), value])
}

function decodeFields(bytes: Buffer): Map<number, Buffer> | undefined {
  const fields = new Map<number, Buffer>()
  for (let at = 0; at < bytes.length; ) {
    const type = bytes[at]
    const short = bytes[at + 1]
    const long = short === 0xfd && at + 4 <= bytes.length
    const length = long ? bytes.readUInt16BE(at + 2) : short
    const start = at + (long ? 4 : 2)
    if (type === undefined || length === undefined) return undefined
    if (start + length > bytes.length) return undefined
    fields.set(type, bytes.subarray(start, start + length))
    at = start + length
  }
  return fields
}
