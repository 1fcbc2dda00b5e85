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
 * Counts the fee that the node kept of a payment, once in the books: a cost of the node,
 * whatever becomes of the payment. A later report of a higher fee adds the rest.
 * `counted` is the fee counted when the payment was read.
 */
export async function countNodeFee(
  paymentHash: string,
  feeSat: number,
  counted: HashFee | undefined,
): Promise<void> {
  if (feeSat <= (counted?.feeSat ?? 0)) return
  // The fee is the payment's: it must not use the approval of the request that noticed it
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
