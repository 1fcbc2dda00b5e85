import { guessingAt, quietMs } from '../../people/staff/guessing-alert.ts'
import {
  deviceSize,
  hasRoomAtMs,
  strangersSize,
} from '../../people/staff/leaky-bucket.ts'
import type {
  AddressCounts,
  DevicesCounts,
  StrangersCounts,
} from '../../people/staff/login-decision.ts'
import { strangersKey } from '../../people/staff/login-limit-records.ts'
import { allUsers } from '../../people/staff/users.ts'
import type { Item } from '../../platform/dynamodb/keys.ts'
import type { NewAlert } from '../alerts/alerts.ts'
import type { CommittedChange } from '../changes/committed-change.ts'

/**
 * Failed logins after which the block of an address raises an alert: fewer may be
 * mistypes. Blocks last five minutes by then.
 */
const manyFailures = 10

/** The alert of a block that wrong PINs have caused, at an address or for a name. */
export async function guessing(
  { key, after }: CommittedChange,
  nowMs: number,
): Promise<NewAlert | undefined> {
  const blockedUntilMs = after ? (blockOf[key.sk]?.(after) ?? 0) : 0
  if (blockedUntilMs <= nowMs) return undefined
  const isAddress = key.sk === 'LIMIT'
  const [user] = isAddress
    ? []
    : (await allUsers()).filter(({ name }) => strangersKey(name).pk === key.pk)
  const endsAtMs = blockedUntilMs + quietMs
  if (user) return { ...guessingAt(user), endsAtMs }
  return {
    kind: 'pin_guessing',
    // A stranger has addresses and names without end, which are not to bury the other alerts
    subject: isAddress ? 'addresses' : 'unknown names',
    details: {
      target: isAddress ? 'users from one client address' : 'a name that nobody has',
      userId: null,
      userName: null,
    },
    endsAtMs,
  }
}

/** Until when the counts of a record block, in Unix ms; 0 for not yet. */
const blockOf: Readonly<Record<string, (counts: Item) => number>> = {
  LIMIT: (counts) => {
    const { failures, pendingUntilMs, blockedUntilMs } = counts as Item & AddressCounts
    return failures >= manyFailures && pendingUntilMs === 0 ? blockedUntilMs : 0
  },
  SHARED: (counts) => hasRoomAtMs(counts as Item & StrangersCounts, strangersSize),
  DEVICES: (counts) =>
    Math.max(
      0,
      ...(counts as Item & DevicesCounts).devices.map((each) =>
        hasRoomAtMs(each, deviceSize),
      ),
    ),
}
