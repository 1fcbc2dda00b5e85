import { readMany } from '../dynamodb/read.ts'
import type { Rates } from './payment.ts'
import { type HashInvoice, type HashSale, invoiceKey, saleKey } from './payment-hashes.ts'

/** What the shop's records have of a payment beside the node's data. */
export type KnownPayment = Partial<Rates> & {
  /** Its sale was refunded, whole. */
  readonly refunded?: true
}

/**
 * The rates of payments, by payment hash: those of the sale's payment if it has a rate,
 * else those stored with the invoice; and whether the sale was refunded. Hashes of which
 * nothing is known are missing.
 */
export async function readRates(
  hashes: readonly string[],
): Promise<Map<string, KnownPayment>> {
  const distinct = [...new Set(hashes)]
  const found = new Map<string, KnownPayment>()
  const records = await readMany(
    distinct.flatMap((hash) => [saleKey(hash), invoiceKey(hash)]),
  )
  for (const [at, hash] of distinct.entries()) {
    const sale = records[2 * at] as HashSale | undefined
    const invoice = records[2 * at + 1] as HashInvoice | undefined
    const rates = [sale?.rates, invoice].find(hasRate)
    const refunded = sale?.refunded
    if (rates || refunded) {
      found.set(hash, { ...(rates && pickRates(rates)), ...(refunded && { refunded }) })
    }
  }
  return found
}

const hasRate = (rates: Partial<Rates> | undefined): rates is Rates =>
  (rates?.exchangeRateAtPayment ?? null) !== null

const pickRates = (rates: Rates): Rates => ({
  exchangeRateAtPayment: rates.exchangeRateAtPayment,
  exchangeRateCurrency: rates.exchangeRateCurrency,
  fiatAmountAtPayment: rates.fiatAmountAtPayment,
})
