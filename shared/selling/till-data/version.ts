import { randomBytes } from 'node:crypto'
import type { Item, Key } from '../../platform/dynamodb/keys.ts'
import {
  retryOnConflict,
  upsertUnchanged,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { read, readAll } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { put } from '../../platform/dynamodb/write.ts'
import type { LongPart, WholePart } from './till-data.ts'

export const partition = 'TILL-DATA'

/** Changes of one step of the version: ids of rows, and the parts that change as a whole. */
export type Step = {
  readonly rows: Readonly<Partial<Record<LongPart, readonly string[]>>>
  readonly parts: readonly WholePart[]
}

type VersionRecord = Item & {
  /** Counts the steps. */
  readonly at: number
  /** The count with a random part: a restored table gives none that it gave before. */
  readonly version: string
  /** Rows and parts that all steps so far changed. */
  readonly changes: number
  /** Time since which all must be read anew, in Unix ms. */
  readonly renewedMs: number
}

/** A step as it is kept for `since`. */
type StepRecord = VersionRecord & Step & { readonly expiresAt: number }

const versionKey: Key = { pk: partition, sk: 'VERSION' }
const stepSortKey = (at: number) => `STEP#${String(at).padStart(12, '0')}`

const stepTtlSeconds = 30 * 24 * 60 * 60

/** Changes that are told one by one; beyond them all is read anew. */
const maxChanges = 1_000

/**
 * A change that the stream of another release took, or skipped, moves no version: after this time
 * all is read anew.
 */
const renewedAfterMs = 24 * 60 * 60_000

/** The current version, one read of less than 1 KB; the first question begins to count. */
export async function currentVersion(): Promise<string> {
  const current = await read<VersionRecord>(versionKey)
  return current && !isOld(current) ? current.version : (await renew()).version
}

const isOld = ({ renewedMs }: Partial<VersionRecord>): boolean =>
  (renewedMs ?? 0) < Date.now() - renewedAfterMs

/** The version; undefined while nobody has asked for it. */
export const askedVersion = async (): Promise<string | undefined> =>
  (await read<VersionRecord>(versionKey))?.version

/**
 * Moves the version by a step, and returns the new one. Nothing is written, and undefined
 * returned, while nobody has asked for the version.
 */
export async function moveVersion(step: Step): Promise<string | undefined> {
  if (!(await askedVersion())) return undefined
  return (await move(step)).version
}

const nothing: Step = { rows: {}, parts: [] }

/** Moves to a version from which no earlier one leads in steps, if anybody has asked for one. */
export async function renewVersion(): Promise<void> {
  if (await askedVersion()) await move(nothing, () => false)
}

/** Renews the version unless another caller just has. */
const renew = (): Promise<VersionRecord> => move(nothing, (current) => !isOld(current))

/** `isRenewed` is given for a version that no earlier one leads to in steps. */
const move = (
  step: Step,
  isRenewed?: (current: VersionRecord) => boolean,
): Promise<VersionRecord> =>
  retryOnConflict(async () => {
    const current = await read<VersionRecord>(versionKey)
    if (current && isRenewed?.(current)) return current
    const renews = isRenewed !== undefined
    const at = (current?.at ?? 0) + 1
    const version = `${at}-${randomBytes(6).toString('base64url')}`
    const more = renews ? maxChanges + 1 : sizeOf(step)
    const changes = (current?.changes ?? 0) + more
    const renewedMs = renews ? Date.now() : (current?.renewedMs ?? 0)
    const next = { at, version, changes, renewedMs }
    const expiresAt = Math.ceil(Date.now() / 1_000) + stepTtlSeconds
    const kept: StepRecord = {
      pk: partition,
      sk: stepSortKey(at),
      ...next,
      ...step,
      expiresAt,
    }
    await transact([upsertUnchanged(versionKey, current, ['version'], next), put(kept)])
    return { ...versionKey, ...next }
  })

const sizeOf = ({ rows, parts }: Step) =>
  parts.length + Object.values(rows).reduce((sum, ids) => sum + ids.length, 0)

/** Returns the number of steps to a version; NaN for a text that is no version. */
export const stepsOf = (version: string): number =>
  Number(/^\d{1,12}(?=-)/.exec(version)?.[0] ?? Number.NaN)

/**
 * Returns the changes after a version as one step, and the version to which they lead;
 * undefined for an unknown version, and beyond 1,000 changes.
 */
export async function changesSince(
  version: string,
): Promise<(Step & { readonly version: string }) | undefined> {
  const at = stepsOf(version)
  if (Number.isNaN(at)) return undefined
  const [known, current] = await Promise.all([
    read<StepRecord>({ pk: partition, sk: stepSortKey(at) }),
    read<VersionRecord>(versionKey),
  ])
  if (known?.version !== version || !current) return undefined
  // A table that was restored may have later steps than its version
  if (known.at >= current.at) return undefined
  if (current.changes - known.changes > maxChanges) return undefined
  const steps = await readAll<StepRecord>({
    pk: partition,
    between: [stepSortKey(known.at + 1), stepSortKey(current.at)],
  })
  // One of them has expired
  if (steps.length !== current.at - known.at) return undefined
  return { ...joined(steps), version: current.version }
}

function joined(steps: readonly Step[]): Step {
  const rows = steps.flatMap((step) => Object.entries(step.rows))
  return {
    rows: Object.fromEntries(
      [...Map.groupBy(rows, ([part]) => part)].map(([part, found]) => [
        part,
        [...new Set(found.flatMap(([, ids]) => ids))],
      ]),
    ),
    parts: [...new Set(steps.flatMap(({ parts }) => parts))],
  }
}
