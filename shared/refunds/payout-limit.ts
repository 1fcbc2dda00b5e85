import type { Key } from '../dynamodb/keys.ts'
import { update, upsert, type Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'

/** What a payout takes of the satoshis that a day may pay out without an administrator. */
export type LimitedPart = {
  /** A day of UTC, YYYY-MM-DD. */
  readonly day: string
  readonly satoshis: number
}

/** Counts the satoshis of a day's payouts; they stay counted once they are paid. */
const payoutDayKey = (day: string): Key => ({ pk: 'PAYOUT-DAY', sk: day })

/** Takes a payout's part of its day. Throws and fails with `adminRequired` beyond the limit. */
export function incrementPaidOut(
  { day, satoshis }: LimitedPart,
  limitSat: number,
): Write {
  const beyond = () => new Failure('adminRequired')
  if (satoshis > limitSat) throw beyond()
  return upsert(
    payoutDayKey(day),
    {
      add: { satoshis },
      when: 'attribute_not_exists(#satoshis) OR #satoshis <= :most',
      values: { most: limitSat - satoshis },
    },
    beyond,
  )
}

/** Gives back the part of a payout that paid nothing. */
export const decrementPaidOut = ({ day, satoshis }: LimitedPart): Write =>
  update(payoutDayKey(day), { add: { satoshis: -satoshis } })
