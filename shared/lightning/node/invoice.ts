import * as bolt11 from 'light-bolt11-decoder'
import { maxPaymentCodeLength } from './limits.ts'

/**
 * Decodes a BOLT11 invoice of any network, in either case; undefined when the text is not
 * one. Rounds down to whole satoshis, as the node does. Does not check the payee's
 * signature: the node refuses to pay an invoice with a wrong one.
 */
export function decodeInvoice(invoice: string) {
  // The decoder takes time quadratic in the length
  if (invoice.length > maxPaymentCodeLength) return undefined
  const sections = sectionsOf(invoice)
  const value = (name: string) => sections.get(name)

  const paymentHash = value('payment_hash')
  if (typeof paymentHash !== 'string' || paymentHash.length !== 64) return undefined

  const amountMsat = value('amount')
  const description = value('description')
  return {
    /** null when the payer chooses the amount */
    amountSat: typeof amountMsat === 'string' ? wholeSatoshis(amountMsat) : null,
    /** null when the invoice has only the hash of its description */
    description: typeof description === 'string' ? description : null,
    paymentHash,
  }
}

/** Terms of an invoice that a payer must know. */
export type PayoutTerms = NonNullable<ReturnType<typeof payoutTerms>>

/** Seconds after which an invoice expires that does not say. */
const defaultExpirySeconds = 3_600

/** Returns the terms of a BOLT11 invoice for its payer; undefined when the text is not one. */
export function payoutTerms(invoice: string) {
  const paymentHash = decodeInvoice(invoice)?.paymentHash
  if (paymentHash === undefined) return undefined
  const sections = sectionsOf(invoice)
  const [amount, timestamp] = [sections.get('amount'), sections.get('timestamp')]
  const expiry = sections.get('expiry')
  if (typeof timestamp !== 'number') return undefined
  const seconds = typeof expiry === 'number' ? expiry : defaultExpirySeconds
  return {
    paymentHash,
    /** null when the payer chooses the amount. */
    amountMsat: typeof amount === 'string' ? BigInt(amount) : null,
    expiresAtMs: (timestamp + seconds) * 1_000,
  }
}

function sectionsOf(invoice: string): Map<string, unknown> {
  try {
    const { sections } = bolt11.decode(invoice)
    // In reverse, because the first of repeated fields counts
    return new Map(
      sections.toReversed().map((part) => [part.name, 'value' in part && part.value]),
    )
  } catch {
    // The decoder throws on a text that is not an invoice
    return new Map()
  }
}

const wholeSatoshis = (amountMsat: string) => Number(BigInt(amountMsat) / 1_000n)
