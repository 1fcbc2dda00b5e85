import { setTimeout as sleep } from 'node:timers/promises'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { Item, Key } from '../../../shared/platform/dynamodb/keys.ts'
import { retryOnConflict } from '../../../shared/platform/dynamodb/optimistic-lock.ts'
import { read } from '../../../shared/platform/dynamodb/read.ts'
import { maxActions, transact } from '../../../shared/platform/dynamodb/transact.ts'
import type { Write } from '../../../shared/platform/dynamodb/write.ts'
import { Refusal } from '../command-line.ts'
import { scan } from '../scan.ts'
import { Claim, readLayout } from './claim.ts'

type RunOptions = {
  /** Reads and counts, and writes nothing. */
  readonly dryRun?: boolean
  /** Capacity units of the table that a second may take. */
  readonly unitsPerSecond?: number
  /** Records that are read at once; the cursor is stored after each chunk. */
  readonly recordsPerChunk?: number
  /** Signal that ends the run after its current chunk. */
  readonly signal?: AbortSignal
  /** Gets a line of progress. */
  readonly report: (line: string) => void
}

/**
 * Brings the table of `TABLE_NAME` to the latest layout. It may be stopped and repeated:
 * a run goes on where the last one stored its cursor, and at most one chunk is done twice,
 * which changes nothing. Returns whether everything is done. Throws `MigrationRunning`
 * while another run has the claim, `Refusal` for a layout that only a later release knows,
 * `storageUnavailable`.
 */
export async function migrate(
  migrations: readonly Migration[],
  options: RunOptions,
): Promise<boolean> {
  const { version } = await readLayout()
  const latest = migrations.at(-1)?.version ?? version
  if (version > latest) {
    throw new Refusal(
      `the table has layout ${version}, and this release knows ${latest}: use the release ` +
        'that migrated it, or a later one',
    )
  }
  if (version === latest) {
    options.report(`the table has layout ${version}, the latest: nothing to do`)
    return true
  }
  if (options.dryRun) return runAll(migrations, undefined, options)
  const claim = await Claim.take()
  try {
    return await runAll(migrations, claim, options)
  } finally {
    await claim.release().catch(() => {})
  }
}

async function runAll(
  migrations: readonly Migration[],
  claim: Claim | undefined,
  options: RunOptions,
): Promise<boolean> {
  // Read under the claim: the previous run may have made progress in between.
  const { version, migratingTo, cursor } = await readLayout()
  for (const migration of migrations.filter((each) => each.version > version)) {
    const from = migratingTo === migration.version ? cursor : undefined
    const isDone = await runOne(migration, from, claim, options)
    if (!isDone) return false
    await claim?.finish(migration.version)
    if (claim) options.report(`the table has layout ${migration.version}`)
  }
  return true
}

async function runOne(
  migration: Migration,
  from: Key | undefined,
  claim: Claim | undefined,
  { unitsPerSecond = 200, recordsPerChunk = 200, signal, report }: RunOptions,
): Promise<boolean> {
  const { version, title } = migration
  report(`to layout ${version}: ${title}${from ? ', where the last run stopped' : ''}`)
  let [read, changed] = [0, 0]
  let cursor = from
  do {
    const startMs = performance.now()
    const chunk = await scan(inAnyShop(migration.partitions), cursor, recordsPerChunk)
    const changes = await Promise.all(
      chunk.items.map((item) =>
        changeRecord(migration, unmarshall(item) as Item, claim !== undefined),
      ),
    )
    const changedHere = changes.filter(Boolean).length
    read += chunk.read
    changed += changedHere
    cursor = chunk.next
    if (cursor) await claim?.saveCursor(version, cursor)
    report(`  ${read} records read, ${changed} ${claim ? 'changed' : 'to change'}`)
    if (cursor && signal?.aborted) return false
    const units = chunk.units + unitsPerChange * changedHere
    const tookMs = performance.now() - startMs
    if (cursor) await sleep(Math.max(0, (units / unitsPerSecond) * 1_000 - tookMs))
  } while (cursor)
  return true
}

/** Partitions of a further shop begin with `@`, its id and `#`. */
const inAnyShop = (partitions: string) => ({
  beginWith: partitions,
  orContain: `#${partitions}`,
})

/** A transactional write of a record of up to 2 KB. */
const unitsPerChange = 4

/** Changes one record; false when it needs no change, or is gone. */
async function changeRecord({ change }: Migration, scanned: Item, mayWrite: boolean) {
  if (!mayWrite) return (await change(scanned)).length > 0
  let current: Item | undefined = scanned
  const changeOnce = async () => {
    const writes = current ? await change(current) : []
    if (writes.length === 0) return 0
    try {
      await transact(writes)
      return writes.length
    } catch (error) {
      current = await read({ pk: scanned.pk, sk: scanned.sk })
      throw error
    }
  }
  let written = await retryOnConflict(changeOnce)
  const isChanged = written > 0
  while (written === maxActions) written = await retryOnConflict(changeOnce)
  return isChanged
}

/**
 * One step from a layout of records to the next. Functions of the release before and of
 * this one run side by side with it, so both must be able to read either layout.
 */
export type Migration = {
  /** The layout's version once every record is changed. */
  readonly version: number
  /** Its purpose, for the operator. */
  readonly title: string
  /** Its records are in the partitions that begin so, after a further shop's prefix too. */
  readonly partitions: string
  /**
   * Returns the writes of one transaction that bring a record to the new layout; none for
   * a record that has it already, so that a migration may be repeated. A record that
   * needs more writes than a transaction takes is given again. The writes carry a
   * condition that fails with VersionConflict when the record has changed since; the
   * runner then reads it again. The function reads other records that it depends on.
   */
  readonly change: (record: Item) => readonly Write[] | Promise<readonly Write[]>
}
