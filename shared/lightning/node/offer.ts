import { bech32 } from '@scure/base'
import { maxPaymentCodeLength } from './limits.ts'

/** Genesis hashes, as offers write them, by the names that nodes give their networks. */
const chainHashes: Readonly<Record<string, string>> = {
  mainnet: '6fe28c0ab6f1b372c1a6a246ae63f74f931e8365e15a089c68d6190000000000',
  testnet: '43497fd7f826957108f4a30fd9cec3aeba79972084e90ead01ea330900000000',
  testnet3: '43497fd7f826957108f4a30fd9cec3aeba79972084e90ead01ea330900000000',
  testnet4: '43f08bdab050e35b567c864b91f47f50ae725ae2de53bcfbbaf284da00000000',
  signet: 'f61eee3b63a380a477a063af32b2bbc97c9ff9f01f2c4225e973988108000000',
  regtest: '06226e46111a0b59caaf126043eb5bbf28c34f3a5e332a1fc7b2b73cf188910f',
}

/** BOLT12's numbers of an offer's fields. */
const fieldTypes = { chains: 2n, paths: 16n, issuer: 22n }

const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/**
 * The genesis hashes, in hex, of the chains that a BOLT12 offer can be paid on, in either
 * case; undefined when the text is not an offer.
 */
export function offerChains(text: string): string[] | undefined {
  if (text.length > maxPaymentCodeLength) return undefined
  const offer = text.replace(/\+\s*/g, '')
  if (!/^lno1[02-9ac-hj-np-z]+$/.test(offer) && !/^LNO1[02-9AC-HJ-NP-Z]+$/.test(offer)) {
    return undefined
  }
  const letters = offer.slice(4).toLowerCase()
  const words = Array.from(letters, (letter) => alphabet.indexOf(letter))
  const bytes = bech32.fromWordsUnsafe(words)
  const fields = bytes && fieldsOf(Buffer.from(bytes))
  // Without issuer and paths nobody can be asked for an invoice
  if (!fields?.has(fieldTypes.issuer) && !fields?.has(fieldTypes.paths)) return undefined
  const chains = fields.get(fieldTypes.chains)?.toString('hex') ?? chainHashes.mainnet
  return chains?.match(/.{64}/g) ?? []
}

/** True if one of these chains is the node's, or its network is not known here. */
export function isOfChain(chains: readonly string[], network: string): boolean {
  const hash = chainHashes[network]
  return hash === undefined || chains.includes(hash)
}

/** Reads the fields of a TLV stream, whose types ascend; undefined if it is broken. */
function fieldsOf(bytes: Buffer): Map<bigint, Buffer> | undefined {
  const fields = new Map<bigint, Buffer>()
  let last = -1n
  for (let at = 0; at < bytes.length; ) {
    const type = bigSizeAt(bytes, at)
    const length = type && bigSizeAt(bytes, at + type.size)
    if (!type || !length || type.value <= last) return undefined
    const start = at + type.size + length.size
    const end = start + Number(length.value)
    if (end > bytes.length) return undefined
    fields.set(type.value, bytes.subarray(start, end))
    last = type.value
    at = end
  }
  return fields
}

/** BOLT's BigSize number at an offset, and how many bytes it takes. */
function bigSizeAt(bytes: Buffer, at: number) {
  const first = bytes[at]
  if (first === undefined) return undefined
  if (first < 0xfd) return { value: BigInt(first), size: 1 }
  const width = 2 ** (first - 0xfc)
  if (at + 1 + width > bytes.length) return undefined
  const digits = bytes.subarray(at + 1, at + 1 + width).toString('hex')
  return { value: BigInt(`0x${digits}`), size: 1 + width }
}
