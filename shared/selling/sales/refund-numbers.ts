import type { Item, Key } from '../../platform/dynamodb/keys.ts'
import { versionConflict } from '../../platform/dynamodb/optimistic-lock.ts'
import { read } from '../../platform/dynamodb/read.ts'
import { upsert, type Write } from '../../platform/dynamodb/write.ts'

/**
 * The number of the shop's last refund. It has a record of its own beside the day's: functions of
 * release 0.3.1 write the day's anew at each close, with what they know of it.
 */
type RefundNumbers = Item & { readonly lastNumber: number }

const refundNumbersKey: Key = { pk: 'DAY', sk: 'REFUND-NUMBERS' }

/** The number of the next refund. */
export async function readRefundNumber(): Promise<number> {
  const last = await read<RefundNumbers>(refundNumbersKey)
  return (last?.lastNumber ?? 0) + 1
}

/** Takes a number for a refund in its own transaction. Throws VersionConflict if it is taken. */
export const upsertRefundNumber = (number: number): Write =>
  upsertLastRefundNumber(number - 1, number)

/** Passes on from one last number, 0 for none, to another. Throws VersionConflict. */
export const upsertLastRefundNumber = (seen: number, last: number): Write =>
  upsert(
    refundNumbersKey,
    {
      set: { lastNumber: last },
      when: seen === 0 ? 'attribute_not_exists(#lastNumber)' : '#lastNumber = :seen',
      values: seen === 0 ? {} : { seen },
    },
    versionConflict,
  )
