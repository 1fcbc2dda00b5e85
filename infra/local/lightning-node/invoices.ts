import { createHash, randomBytes } from 'node:crypto'
import * as bolt11 from 'bolt11'

/** Testnet, so that no wallet pays such an invoice by accident. */
const testnet = {
  bech32: 'tb',
  pubKeyHash: 0x6f,
  scriptHash: 0xc4,
  validWitnessVersions: [0, 1],
}

/** An upper bound for amounts: all the satoshis that will ever exist. */
export const maxSat = 21_000_000 * 100_000_000

type InvoiceTerms = {
  /** null: any amount can be paid */
  amountSat: number | null
  description: { text: string } | { hash: string }
  expirySeconds: number
  createdAtMs: number
}

/** Creates and signs a BOLT11 invoice for the hash of a new preimage. */
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

/** Decodes an invoice and checks its signature; undefined if the text is not an invoice. */
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
    // The library throws on every text that is not an invoice.
    return undefined
  }
}

/** A new preimage and its hash, the payment hash. */
export function newPreimage() {
  const preimage = randomBytes(32)
  const paymentHash = createHash('sha256').update(preimage).digest('hex')
  return { preimage: preimage.toString('hex'), paymentHash }
}
