import { tillPartition } from '../../people/tills/till-records.ts'
import type { Item, Key } from '../../platform/dynamodb/keys.ts'
import { versionConflict } from '../../platform/dynamodb/optimistic-lock.ts'
import { read } from '../../platform/dynamodb/read.ts'
import { upsert, type Write } from '../../platform/dynamodb/write.ts'

/**
 * Number of the shop's last refund. It has a record of its own beside the day's: functions of
 * release 0.3.1 rewrite the day's record at each close, with the fields that they know.
 */
type RefundNumbers = Item & { readonly lastNumber: number }

const refundNumbersKey = (tillId?: string): Key => ({
  pk: tillId === undefined ? 'DAY' : tillPartition(tillId),
  sk: 'REFUND-NUMBERS',
})

/** The number of the next refund, of a till or the shop's own. */
export async function readRefundNumber(tillId?: string): Promise<number> {
  const last = await read<RefundNumbers>(refundNumbersKey(tillId))
  return (last?.lastNumber ?? 0) + 1
}

/** Takes a number for a refund in its own transaction. Throws VersionConflict if it is taken. */
export const upsertRefundNumber = (number: number, tillId?: string): Write =>
  upsertLastRefundNumber(number - 1, number, tillId)

/** Passes on from one last number, 0 for none, to another. Throws VersionConflict. */
export const upsertLastRefundNumber = (
  seen: number,
  last: number,
  tillId?: string,
): Write =>
  upsert(
    refundNumbersKey(tillId),
    {
      set: { lastNumber: last },
      when: seen === 0 ? 'attribute_not_exists(#lastNumber)' : '#lastNumber = :seen',
      values: seen === 0 ? {} : { seen },
    },
    versionConflict,
  )
