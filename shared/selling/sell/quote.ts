import { currentRate, readKeptRates } from '../../lightning/rates/rates.ts'
import { createQuote } from '../quotes/new-quote.ts'
import type { NewQuote } from '../quotes/quote-request.ts'
import type { Quotable, SaleBasis, SaleFacts } from './payable.ts'

/**
 * Prices a cart or a bill and makes an invoice of the amount that other tenders leave.
 * Serves POST /quotes. Throws `permissionRequired`, the failures of the quoted goods,
 * `rateUnavailable`, `ratesDiffer`, NodeFailure and the failures of `createQuote`.
 */
export async function quote<Inputs extends SaleBasis>(
  quotable: Quotable<Inputs>,
  facts: SaleFacts,
): Promise<NewQuote> {
  const [inputs, kept] = await Promise.all([quotable.read(facts), readKeptRates()])
  await quotable.refuse(facts, async () => inputs)
  const { currency } = inputs
  const [quoted, rate] = await Promise.all([
    quotable.price(inputs, facts),
    currentRate(currency, inputs.safeguards.manualRate, kept),
  ])
  return createQuote(quoted, rate, inputs.shop?.name ?? '', facts)
}
