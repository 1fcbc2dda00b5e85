import { withoutCarried } from '../../platform/dynamodb/committed-with.ts'
import type { Item } from '../../platform/dynamodb/keys.ts'
import {
  retryOnConflict,
  versionConflict,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { read } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { upsert } from '../../platform/dynamodb/write.ts'
import { upsertDay } from './day-record.ts'
import { feeKey, type HashFee } from './payment-hashes.ts'

/**
 * Counts what the node kept of a payment, once in the books: a cost of the node, whatever becomes
 * of the payment. Whoever hears more of it later adds the rest. `counted` is what was counted
 * when the payment was read.
 */
export async function countNodeFee(
  paymentHash: string,
  feeSat: number,
  counted: HashFee | undefined,
): Promise<void> {
  if (feeSat <= (counted?.feeSat ?? 0)) return
  // It is the payment's, and spends no approval of the request that noticed it
  await withoutCarried(() => retryOnConflict(() => countOnce(paymentHash, feeSat)))
}

async function countOnce(paymentHash: string, feeSat: number): Promise<void> {
  const known = await read<Item & HashFee>(feeKey(paymentHash))
  const beforeSat = known?.feeSat ?? 0
  if (feeSat <= beforeSat) return
  await transact([
    upsert(
      feeKey(paymentHash),
      {
        set: { feeSat },
        when: 'attribute_not_exists(#feeSat) OR #feeSat = :beforeSat',
        values: { beforeSat },
      },
      versionConflict,
    ),
    upsertDay({ nodeFeeSat: feeSat - beforeSat }),
  ])
}
