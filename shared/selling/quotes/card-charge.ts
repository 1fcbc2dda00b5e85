import { Failure } from '../../failure.ts'
import { chargeCard } from '../../lightning/cards/charge-card.ts'
import { transact, updateIfHolds } from '../../platform/dynamodb/transact.ts'
import { update } from '../../platform/dynamodb/write.ts'
import type { CardCharge } from './card-charge-request.ts'
import { quoteKey, readQuote } from './quotes.ts'

/** Longer than a charge takes: a charge without an outcome is over by then. */
const chargeMs = 15_000

/**
 * Asks the issuer of a card to pay a quote's invoice. The payment arrives as any other does.
 * Until then, for 15 s, no other card is charged for it. Serves POST /quotes/{id}/charge. Throws
 * `notFound`, `quoteNotOpen`, `chargeInProgress`, `cardRefused`, `cardLimit`, `cardInvalid`.
 */
export async function chargeQuote(id: string, lnurl: string): Promise<CardCharge> {
  const quote = await readQuote(id)
  if (quote.status !== 'open') throw new Failure('quoteNotOpen', { status: quote.status })
  const untilMs = await beginCharge(id)
  try {
    await chargeCard(lnurl, quote)
  } catch (error) {
    await endCharge(id, untilMs)
    throw error
  }
  return { status: 'pending' }
}

/** Returns when this charge lapses, in Unix ms. Throws `chargeInProgress`. */
async function beginCharge(id: string): Promise<number> {
  const nowMs = Date.now()
  const untilMs = nowMs + chargeMs
  const begin = update(
    quoteKey(id),
    {
      set: { chargingUntilMs: untilMs },
      when: 'attribute_not_exists(#chargingUntilMs) OR #chargingUntilMs <= :nowMs',
      values: { nowMs },
    },
    () => new Failure('chargeInProgress'),
  )
  await transact([begin])
  return untilMs
}

const endCharge = (id: string, untilMs: number): Promise<boolean> =>
  updateIfHolds(
    update(quoteKey(id), {
      remove: ['chargingUntilMs'],
      when: '#chargingUntilMs = :untilMs',
      values: { untilMs },
    }),
  )
