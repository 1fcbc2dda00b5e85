import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BackoffLimits, backoffMs } from '../../backoff.ts'
import { Failure } from '../../failure.ts'
import { limitConcurrency } from '../../limit-concurrency.ts'
import type { Item, Key } from './keys.ts'
import {
  type Condition,
  deleteItem,
  type Update,
  update,
  upsert,
  type Write,
} from './write.ts'

/** A version conflict: another request changed a record between its reading and writing. */
export class VersionConflict extends Error {
  override name = 'VersionConflict'
}

export const versionConflict = () => new VersionConflict()

/** The condition that attributes of a record are as they were read, or absent. */
export const unchanged = <T extends Item>(
  current: T,
  attributes: readonly (keyof T & string)[],
): Required<Condition> => ({
  when: attributes
    .map((name) =>
      current[name] === undefined
        ? `attribute_not_exists(#${name})`
        : `#${name} = :current_${name}`,
    )
    .join(' AND '),
  values: Object.fromEntries(
    attributes.map((name) => [`current_${name}`, current[name]]),
  ),
})

/** Updates a record under an optimistic lock: fails with VersionConflict if it changed. */
export const updateUnchanged = <T extends Item>(
  current: T,
  attributes: readonly (keyof T & string)[],
  changes: Omit<Update, 'when' | 'values'>,
): Write =>
  update(current, { ...changes, ...unchanged(current, attributes) }, versionConflict)

/**
 * Sets attributes of a record; creates it if `current` is undefined. Fails with VersionConflict
 * if it changed or was created meanwhile.
 */
export const upsertUnchanged = <T extends Item>(
  key: Key,
  current: T | undefined,
  attributes: readonly (keyof T & string)[],
  set: Readonly<Record<string, unknown>>,
): Write => {
  const absent = { when: 'attribute_not_exists(pk)' }
  const condition = current ? unchanged(current, attributes) : absent
  return upsert(key, { set, ...condition }, versionConflict)
}

/** Builds an optimistic upsert of a record that counts its changes in `version`. */
export const upsertVersioned = <T extends Item & { readonly version: number }>(
  key: Key,
  current: T | undefined,
  set: Readonly<Record<string, unknown>>,
): Write => {
  const version = (current?.version ?? 0) + 1
  return upsertUnchanged(key, current, ['version'], { ...set, version })
}

/** Deletes a record under an optimistic lock: fails with VersionConflict if it changed. */
export const deleteUnchanged = <T extends Item>(
  current: T,
  attributes: readonly (keyof T & string)[],
): Write => deleteItem(current, unchanged(current, attributes), versionConflict)

/** Does work that is left out once the record has changed. Returns whether it was done. */
export async function unlessChanged(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof VersionConflict) return false
    throw error
  }
}

/** Time for which a change is retried; a request may take 29 s. */
const retryForMs = 15_000

/** The cap lets a crowd at one record come down to about one attempt at a time. */
const usualBackoff: BackoffLimits = { baseMs: 10, capMs: 2_000 }

/**
 * Retries run one by one. A Lambda serves one request at a time anyway, but on one machine
 * a crowd at one record would hold itself up.
 */
const oneAtATime = limitConcurrency(1)

/** True while such a retry runs: one within it would wait for itself. */
const retrying = new AsyncLocalStorage<true>()

const retry = <T>(work: () => Promise<T>): Promise<T> =>
  retrying.getStore() ? work() : oneAtATime(() => retrying.run(true, work))

/**
 * Retries after a version conflict: reads and writes again, with backoff. Throws `conflict`
 * after 15 s.
 */
export async function retryOnConflict<T>(
  work: () => Promise<T>,
  backoff = usualBackoff,
): Promise<T> {
  const giveUpAtMs = Date.now() + retryForMs
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await (attempt === 0 ? work() : retry(work))
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error
      if (Date.now() > giveUpAtMs) throw new Failure('conflict', {}, { cause: error })
      await sleep(backoffMs(attempt, backoff))
    }
  }
}
