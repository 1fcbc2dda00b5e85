import * as bolt11 from 'light-bolt11-decoder'
import { maxPaymentCodeLength } from './limits.ts'

/** What an invoice asks for. `amountSat` is null when any amount can be paid. */
export type Invoice = {
  amountSat: number | null
  /** null when the invoice carries only the hash of its description */
  description: string | null
  paymentHash: string
}

/**
 * Reads a BOLT11 invoice of any network, in either case; undefined when it is none.
 * Parts of a satoshi are dropped, as the node does. The payee's signature is not checked:
 * the node refuses to pay an invoice with a wrong one.
 */
export function decodeInvoice(invoice: string): Invoice | undefined {
  // The decoder's time grows with the square of the length
  if (invoice.length > maxPaymentCodeLength) return undefined
  const sections = sectionsOf(invoice)
  const value = (name: string) => sections.get(name)

  const paymentHash = value('payment_hash')
  if (typeof paymentHash !== 'string' || paymentHash.length !== 64) return undefined

  const amountMsat = value('amount')
  const description = value('description')
  return {
    amountSat: typeof amountMsat === 'string' ? wholeSatoshis(amountMsat) : null,
    description: typeof description === 'string' ? description : null,
    paymentHash,
  }
}

function sectionsOf(invoice: string): Map<string, unknown> {
  try {
    const { sections } = bolt11.decode(invoice)
    // Backwards, because the first of repeated fields is the one that counts
    return new Map(
      sections.toReversed().map((part) => [part.name, 'value' in part && part.value]),
    )
  } catch {
    // The decoder throws on everything that is not an invoice
    return new Map()
  }
}

const wholeSatoshis = (amountMsat: string) => Number(BigInt(amountMsat) / 1_000n)
