import * as z from 'zod'
import { settings } from '../../platform/deployment/settings.ts'
import { getOutside } from '../../platform/outbound/outbound.ts'

/** Units of a currency for one bitcoin, as one source has them. */
export type Quotation = { readonly source: string; readonly rate: number }

/** A source's address for a currency, such as EUR, and where its answer has the rate. */
type Source = {
  readonly url: (currency: string) => string
  readonly rateIn: (answer: unknown, currency: string) => unknown
}

/** Sources write numbers or texts; neither is infinite, negative or 0. */
const rate = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,15}(\.\d{1,15})?$/)
      .transform(Number),
  ])
  .pipe(z.number().positive())

const named = <Value extends z.ZodType>(value: Value) => z.record(z.string(), value)
const coinbase = z.object({ data: z.object({ rates: named(z.unknown()) }) })
const kraken = z.object({ result: named(z.object({ c: z.array(z.unknown()) })) })
const coingecko = z.object({ bitcoin: named(z.unknown()) })

/** The price sources of the option `rateSources`, by name. */
export const rateSources: Readonly<Record<string, Source>> = {
  coinbase: {
    url: () => 'https://api.coinbase.com/v2/exchange-rates?currency=BTC',
    rateIn: (answer, currency) => coinbase.parse(answer).data.rates[currency],
  },
  kraken: {
    url: (currency) => `https://api.kraken.com/0/public/Ticker?pair=XBT${currency}`,
    // One pair, by a name of Kraken's; c is the last trade
    rateIn: (answer) => Object.values(kraken.parse(answer).result)[0]?.c[0],
  },
  coingecko: {
    url: (currency) =>
      `https://api.coingecko.com/api/v3/simple/price?ids=bitcoin&vs_currencies=${currency.toLowerCase()}`,
    rateIn: (answer, currency) => coingecko.parse(answer).bitcoin[currency.toLowerCase()],
  },
}

/** The rate in the text of a source's answer. Throws when there is none. */
export const rateIn = (source: string, text: string, currency: string): number =>
  rate.parse(rateSources[source]?.rateIn(JSON.parse(text), currency))

const sourceMs = 3_000
/** Coinbase lists hundreds of currencies. */
const maxBytes = 64 * 1_024

/**
 * Asks all sources of the deployment at once, 3 s each; those that give no rate are left out.
 * On one machine the simulated source is the only one, unless the option names others.
 */
export async function askSources(currency: string): Promise<Quotation[]> {
  const simulator = process.env.RATE_SIMULATOR_URL
  const asked = simulator
    ? [askSimulator(simulator, currency)]
    : settings.rateSources().map((name) => askSource(name, currency))
  const answers = await Promise.allSettled(asked)
  return answers.flatMap((answer) =>
    answer.status === 'fulfilled' ? [answer.value] : [],
  )
}

async function askSource(source: string, currency: string): Promise<Quotation> {
  const url = rateSources[source]?.url(currency) ?? ''
  const { body } = await getOutside(url, { timeoutMs: sourceMs, maxBytes })
  return { source, rate: rateIn(source, body, currency) }
}

/**
 * Asks the simulated source: it is on this machine, where no outgoing call of the product
 * may go.
 */
async function askSimulator(url: string, currency: string): Promise<Quotation> {
  const response = await fetch(`${url}?currency=${currency}`, {
    signal: AbortSignal.timeout(sourceMs),
  })
  const answer = z.object({ rate }).parse(await response.json())
  return { source: 'simulated', rate: answer.rate }
}
