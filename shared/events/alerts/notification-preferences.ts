import { Failure } from '../../failure.ts'
import {
  retryOnConflict,
  upsertVersioned,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { read } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import type { Preference, PreferenceInput } from './notification.ts'
import { type Preferences, preferencesKey, type StoredPreference } from './own-marks.ts'

/** Clients of later revisions know more categories than this one, but not as many. */
const maxChosen = 50

/** Lists an administrator's choices by category; a category without a choice is shown. */
export async function listPreferences(userId: string): Promise<Preference[]> {
  const stored = await read<Preferences>(preferencesKey(userId))
  return stored?.chosen.map((each) => onWire(userId, each)) ?? []
}

/**
 * Stores an administrator's choice for a category; fields left out stay as they are.
 * Throws `invalid` for too many categories.
 */
export const changePreference = (
  userId: string,
  { category, inAppEnabled, pushEnabled }: PreferenceInput,
  nowMs: number,
): Promise<Preference> =>
  retryOnConflict(async () => {
    const stored = await read<Preferences>(preferencesKey(userId))
    const { chosen = [] } = stored ?? {}
    const before = chosen.find((each) => each.category === category)
    const others = chosen.filter((each) => each !== before)
    if (others.length >= maxChosen) {
      throw new Failure('invalid', { fault: 'category: too many are set' })
    }
    const preference: StoredPreference = {
      category,
      inAppEnabled: inAppEnabled ?? before?.inAppEnabled ?? true,
      pushEnabled: pushEnabled ?? before?.pushEnabled ?? false,
      createdAtMs: before?.createdAtMs ?? nowMs,
      updatedAtMs: nowMs,
    }
    const set = { chosen: [...others, preference] }
    await transact([upsertVersioned(preferencesKey(userId), stored, set)])
    return onWire(userId, preference)
  })

const onWire = (
  adminUserId: string,
  { createdAtMs, updatedAtMs, ...choice }: StoredPreference,
): Preference => ({
  adminUserId,
  ...choice,
  createdAt: isoSeconds(createdAtMs),
  updatedAt: isoSeconds(updatedAtMs),
})
