import { randomBytes } from 'node:crypto'
import * as bolt11 from 'bolt11'

const network = {
  bech32: 'tb',
  pubKeyHash: 0x6f,
  scriptHash: 0xc4,
  validWitnessVersions: [0, 1],
}

/** A signed BOLT11 invoice of testnet; without an amount, the payer chooses it. */
export function encodeInvoice(terms: {
  hash: string
  amountSat?: number | undefined
  description?: string | undefined
  descriptionHash?: string | undefined
  seconds: number
  createdAt: number
}): string {
  const { hash, amountSat, description = '', descriptionHash } = terms
  const unsigned = bolt11.encode({
    network,
    satoshis: amountSat ?? null,
    timestamp: Math.floor(terms.createdAt / 1_000),
    tags: [
      { tagName: 'payment_hash', data: hash },
      { tagName: 'payment_secret', data: randomBytes(32).toString('hex') },
      descriptionHash
        ? { tagName: 'purpose_commit_hash', data: descriptionHash }
        : { tagName: 'description', data: description },
      { tagName: 'expire_time', data: terms.seconds },
    ],
  })
  return bolt11.sign(unsigned, randomBytes(32).toString('hex')).paymentRequest ?? ''
}

/** Reads an invoice's amount and hash; undefined if the text is not one. */
export function readInvoice(text: string) {
  try {
    const { tagsObject, millisatoshis } = bolt11.decode(text)
    const hash = tagsObject.payment_hash
    if (!hash) return undefined
    return { hash, amountMsat: millisatoshis ? Number(millisatoshis) : undefined }
  } catch {
    return undefined
  }
}
