import { createHash, randomBytes } from 'node:crypto'
import * as bolt11 from 'bolt11'

/**
 * Testnet: wallets on phones refuse to pay such an invoice with real money, and every
 * BOLT11 reader knows the prefix (not all know regtest's).
 */
const testnet = {
  bech32: 'tb',
  pubKeyHash: 0x6f,
  scriptHash: 0xc4,
  validWitnessVersions: [0, 1],
}

/** More satoshis than will ever exist, and more than an invoice can hold. */
export const maxSat = 21_000_000 * 100_000_000

export type InvoiceTerms = {
  /** null: any amount can be paid */
  amountSat: number | null
  description: { text: string } | { hash: string }
  expirySeconds: number
  createdAtMs: number
}

/** Signs a BOLT11 invoice over the hash of a new preimage. */
export function makeInvoice(privateKey: string, terms: InvoiceTerms) {
  const { preimage, paymentHash } = newPreimage()
  const { description } = terms
  const unsigned = bolt11.encode({
    network: testnet,
    satoshis: terms.amountSat,
    timestamp: Math.floor(terms.createdAtMs / 1_000),
    tags: [
      { tagName: 'payment_hash', data: paymentHash },
      { tagName: 'payment_secret', data: randomBytes(32).toString('hex') },
      'text' in description
        ? { tagName: 'description', data: description.text }
        : { tagName: 'purpose_commit_hash', data: description.hash },
      { tagName: 'expire_time', data: terms.expirySeconds },
    ],
  })
  const { paymentRequest } = bolt11.sign(unsigned, privateKey)
  return { invoice: paymentRequest ?? '', preimage, paymentHash }
}

/** Reads an invoice and checks its signature; undefined when it is none. */
export function decodeInvoice(invoice: string) {
  try {
    const read = bolt11.decode(invoice)
    const { payment_hash: paymentHash, expire_time } = read.tagsObject
    if (paymentHash === undefined || read.timestamp === undefined) return undefined
    const msat = read.millisatoshis ?? null
    return {
      payee: read.payeeNodeKey,
      paymentHash,
      amountSat: msat === null ? null : Number(BigInt(msat) / 1_000n),
      expiresAtMs: (read.timestamp + (expire_time ?? 3_600)) * 1_000,
    }
  } catch {
    // The library throws on everything that is not an invoice
    return undefined
  }
}

/** A secret that proves a payment, and its hash that names it. */
export function newPreimage() {
  const preimage = randomBytes(32)
  const paymentHash = createHash('sha256').update(preimage).digest('hex')
  return { preimage: preimage.toString('hex'), paymentHash }
}
