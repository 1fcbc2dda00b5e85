import { readMany } from '../dynamodb/read.ts'
import { type HashInvoice, type HashSale, invoiceKey, saleKey } from './payment-hashes.ts'
import type { Rates } from './payments.ts'

/** Two records a hash, a hundred records a read. */
const hashesAtOnce = 50

/**
 * The rates known for payment hashes: those of the sale's payment if it has a rate, else
 * those kept under the hash itself (open-areas, section 18 "Rates of a payment").
 */
export async function ratesOf(hashes: readonly string[]): Promise<Map<string, Rates>> {
  const wanted = [...new Set(hashes)]
  const known = new Map<string, Rates>()
  for (let from = 0; from < wanted.length; from += hashesAtOnce) {
    const some = wanted.slice(from, from + hashesAtOnce)
    const records = await readMany(
      some.flatMap((hash) => [saleKey(hash), invoiceKey(hash)]),
    )
    for (const [at, hash] of some.entries()) {
      const sale = records[2 * at] as HashSale | undefined
      const invoice = records[2 * at + 1] as HashInvoice | undefined
      const rates = hasRate(sale?.rates) ? sale?.rates : invoice
      if (rates) known.set(hash, ratesIn(rates))
    }
  }
  return known
}

const hasRate = (rates: Rates | undefined) =>
  (rates?.exchangeRateAtPayment ?? null) !== null

const ratesIn = (held: Rates): Rates => ({
  exchangeRateAtPayment: held.exchangeRateAtPayment,
  exchangeRateCurrency: held.exchangeRateCurrency,
  fiatAmountAtPayment: held.fiatAmountAtPayment,
})
