import type { Key } from './keys.ts'
import { VersionConflict } from './optimistic-lock.ts'
import { alsoWhen, type Condition, conditionCheck, keyOf, type Write } from './write.ts'

/** What was read of a record and must still hold when a transaction happens. */
export type Check = Required<Condition> & { readonly key: Key }

/**
 * The writes of a transaction that happens only while the checks hold; it is stale
 * otherwise. A transaction takes each record once, so a check on a record that is
 * written, too, joins the condition of that write.
 */
export function onlyWhile(checks: readonly Check[], writes: readonly Write[]): Write[] {
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
