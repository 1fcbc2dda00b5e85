import { setTimeout as wait } from 'node:timers/promises'
import { inDeployment } from '../../current-shop.ts'
import { Failure } from '../../failure.ts'
import type { Item, Key } from '../../platform/dynamodb/keys.ts'
import { read, readAll } from '../../platform/dynamodb/read.ts'
import { transact, updateIfHolds } from '../../platform/dynamodb/transact.ts'
import { upsert } from '../../platform/dynamodb/write.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import { combined, type ManualRate, type Rate } from './rate.ts'
import { askSources } from './sources.ts'

/**
 * The rate of a currency for all shops of the deployment, and when somebody last asked for
 * it. Each ask begins with a claim, so that sources are asked once, however many want to know.
 */
type RateRecord = Item & Kept & { readonly askedAtMs: number }

type Kept = {
  readonly rate?: number
  readonly sources?: readonly string[]
  /** Time of the rate, in Unix ms. */
  readonly asOfMs?: number
  /** Reason why the last request gave no rate; absent when it did or still runs. */
  readonly failure?: 'rateUnavailable' | 'ratesDiffer'
}

const partition = 'EXCHANGE-RATES'
const rateKey = (currency: string): Key => ({ pk: partition, sk: currency })

const minute = 60_000
/** Until then the kept rate is not asked for again. */
const freshMs = minute
const staleMs = 5 * minute
const expiredMs = 30 * minute
/** Sources take 3 s; an ask that ends without a word was lost. */
const askMs = 5_000
/** After an ask that gave no rate. */
const pauseMs = 10_000
const pollMs = 200

/**
 * The rate of bitcoin in a currency, at most a minute old where the sources answer. One caller
 * asks them, others use the rate that is kept, or wait; `kept` saves a read of it. Throws `rateUnavailable` when none is
 * younger than 30 minutes, `ratesDiffer` when two sources contradict each other.
 */
export async function currentRate(
  currency: string,
  manual?: ManualRate | null,
  kept?: KeptRates,
): Promise<Rate> {
  if (manual?.currency !== currency)
    return inDeployment(() => rateOfSources(currency, kept?.get(currency)))
  const nowMs = Date.now()
  return onWire(currency, { ...manual, sources: ['manual'], asOfMs: nowMs }, nowMs)
}

/** A rate that is kept and has not expired. */
export const usableRate = (kept: Kept | undefined): number | undefined =>
  isWithin(kept?.asOfMs, expiredMs, Date.now()) ? kept?.rate : undefined

/** True if a rate that somebody asked for in the last half hour cannot be used. */
export const isMissed = (kept: RateRecord, nowMs: number): boolean =>
  isWithin(kept.askedAtMs, expiredMs, nowMs) &&
  (kept.failure === 'ratesDiffer' || usableRate(kept) === undefined)

/** The rates that are kept, by currency. */
export type KeptRates = ReadonlyMap<string, RateRecord>

/** Reads all rates that are kept, for who does not know the currency yet. */
export const readKeptRates = async (): Promise<KeptRates> => {
  const records = await inDeployment(() => readAll<RateRecord>({ pk: partition }))
  return new Map(records.map((record) => [record.sk, record]))
}

async function rateOfSources(currency: string, first?: RateRecord): Promise<Rate> {
  const until = Date.now() + askMs
  let known = first
  for (;;) {
    const kept = known ?? (await read<RateRecord>(rateKey(currency)))
    known = undefined
    const nowMs = Date.now()
    if (isWithin(kept?.asOfMs, freshMs, nowMs)) return usable(currency, kept, nowMs)
    const isPause =
      kept?.failure !== undefined && isWithin(kept.askedAtMs, pauseMs, nowMs)
    if (!isPause && (await claim(currency, nowMs))) return ask(currency, kept)
    if (isPause || isWithin(kept?.asOfMs, expiredMs, nowMs) || nowMs > until) {
      return usable(currency, kept, nowMs)
    }
    await wait(pollMs)
  }
}

const isWithin = (atMs: number | undefined, ms: number, nowMs: number): boolean =>
  atMs !== undefined && nowMs - atMs < ms

/** Claims a request to the sources; false while another process asks. */
const claim = (currency: string, nowMs: number): Promise<boolean> =>
  updateIfHolds(
    upsert(rateKey(currency), {
      set: { askedAtMs: nowMs },
      remove: ['failure'],
      when: 'attribute_not_exists(#askedAtMs) OR #askedAtMs <= :lostMs OR attribute_exists(#failure)',
      values: { lostMs: nowMs - askMs },
    }),
  )

/** Asks the sources and keeps their answers. */
async function ask(currency: string, kept: Kept | undefined): Promise<Rate> {
  const answers = await askSources(currency)
  const asOfMs = Date.now()
  const outcome = combined(answers)
  const given =
    typeof outcome === 'number'
      ? { rate: outcome, sources: answers.map(({ source }) => source), asOfMs }
      : { failure: outcome, askedAtMs: asOfMs }
  await transact([upsert(rateKey(currency), { set: given })])
  const { failure: _, ...before } = kept ?? {}
  return usable(currency, { ...before, ...given }, asOfMs)
}

/** The rate that is kept, unless the sources contradicted each other or it has expired. */
function usable(currency: string, kept: Kept | undefined, nowMs: number): Rate {
  const { rate, sources = [], asOfMs, failure } = kept ?? {}
  if (failure === 'ratesDiffer') throw new Failure('ratesDiffer')
  if (rate === undefined || asOfMs === undefined || nowMs - asOfMs >= expiredMs) {
    throw new Failure('rateUnavailable')
  }
  return onWire(currency, { rate, sources, asOfMs }, nowMs)
}

const onWire = (
  currency: string,
  { rate, sources, asOfMs }: { rate: number; sources: readonly string[]; asOfMs: number },
  nowMs: number,
): Rate => ({
  currency,
  rate,
  sources: [...sources],
  asOf: isoSeconds(asOfMs),
  stale: nowMs - asOfMs >= staleMs,
})
