import type { Key } from './keys.ts'
import { VersionConflict } from './optimistic-lock.ts'
import {
  alsoWhen,
  type Condition,
  conditionCheck,
  keyOf,
  needed,
  type Write,
  type Writes,
} from './write.ts'

/** A condition on a record that was read and must still hold when the transaction commits. */
export type Check = Required<Condition> & { readonly key: Key }

/**
 * Adds condition checks to the writes of a transaction; it fails with VersionConflict when
 * one does not hold. A transaction accepts one action per record, so a check on a record
 * that is also written is added to the condition of that write.
 */
export function onlyWhile(checks: readonly Check[], given: Writes): Write[] {
  const writes = needed(given)
  const checkOf = (write: Write) => checks.find(({ key }) => same(key, keyOf(write)))
  const apart = checks.filter(({ key }) => !writes.some((one) => same(key, keyOf(one))))
  return [
    ...apart.map(({ key, when, values }) =>
      conditionCheck(key, { when, values }, () => new VersionConflict()),
    ),
    ...writes.map((write) => {
      const check = checkOf(write)
      return check ? alsoWhen(write, check) : write
    }),
  ]
}

const same = (one: Key, other: Key) => one.pk === other.pk && one.sk === other.sk
