import type { NewAlert } from '../alerts/alerts.ts'
import type { Item } from '../dynamodb/keys.ts'
import type { CommittedChange } from '../events/committed-change.ts'
import { deviceSize, hasRoomAtMs, strangersSize } from '../staff/leaky-bucket.ts'
import type {
  AddressCounts,
  DevicesCounts,
  StrangersCounts,
} from '../staff/login-decision.ts'
import { strangersKey } from '../staff/login-limit-records.ts'
import { allUsers } from '../staff/users.ts'

/** How often an address fails before its blocks, of five minutes now, are more than mistypes. */
const manyFailures = 10

/** How long after the last block an alert stays open. */
const quietMs = 60 * 60_000

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
  return {
    kind: 'pin_guessing',
    // A stranger has addresses without end, which are not to bury the other alerts
    subject: isAddress ? 'addresses' : `${key.pk}#${key.sk}`,
    details: {
      target: isAddress ? 'a client address' : `the PIN of ${user?.name ?? '?'}`,
      userId: user?.id ?? null,
      userName: user?.name ?? null,
    },
    endsAtMs: blockedUntilMs + quietMs,
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
