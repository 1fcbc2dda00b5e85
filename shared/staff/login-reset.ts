import { hashed } from '../dynamodb/keys.ts'
import { retryOnConflict, updateUnchanged } from '../dynamodb/optimistic-lock.ts'
import { read, readAll } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import { update } from '../dynamodb/write.ts'
import { blocks, removeFailures } from './login-failures.ts'
import {
  type AddressRecord,
  countsPartition,
  knownAddressKey,
  lockedInAddress,
  pinTarget,
} from './login-limit-records.ts'

/**
 * Forgets the failed logins with a name: all that strangers share, and its own at each
 * address where it logged in within 30 days. Throws `conflict`.
 */
export async function forgetLoginFailures(name: string): Promise<void> {
  const target = hashed(pinTarget(name))
  for (const { pk, sk } of await readAll({ pk: countsPartition(target) })) {
    if (sk !== 'SHARED') await forgetAt(knownAddressKey(sk), target)
    else await transact([update({ pk, sk }, { set: { level: 0 } })], noResponse)
  }
}

const forgetAt = (key: { pk: string; sk: string }, target: string): Promise<void> =>
  retryOnConflict(async () => {
    const current = await read<AddressRecord>(key)
    if (!current) return
    const left = removeFailures(current, target, Number.POSITIVE_INFINITY)
    const blockedUntilMs = blocks(left.failures) ? current.blockedUntilMs : 0
    const set = { ...left, blockedUntilMs, pendingUntilMs: 0 }
    await transact([updateUnchanged(current, lockedInAddress, { set })], noResponse)
  })
