import { randomUUID } from 'node:crypto'
import type { Item, Key } from '../../../shared/platform/dynamodb/keys.ts'
import { read } from '../../../shared/platform/dynamodb/read.ts'
import { schemaKey } from '../../../shared/platform/dynamodb/schema-version.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { type Update, update, upsert } from '../../../shared/platform/dynamodb/write.ts'

/** The version of the table's layout, and the run that is changing it, if any. */
type SchemaRecord = Item & {
  readonly version: number
  /** The migration that was begun, with the last key of its last chunk. */
  readonly migratingTo?: number
  readonly cursor?: Key
  /** The run that has the claim, until `leaseUntilMs`. */
  readonly runId?: string
  readonly leaseUntilMs?: number
}

/** A claim is renewed with every chunk, which takes seconds. */
const leaseMs = 60_000

/** Another run has the claim. `forMs` is when it ends unless that run renews it. */
export class MigrationRunning extends Error {
  override name = 'MigrationRunning'
  readonly forMs: number

  constructor(leaseUntilMs: number) {
    super('another run is migrating this table')
    this.forMs = leaseUntilMs - Date.now()
  }
}

/** Reads the table's layout; a table without a record has the first layout. */
export const readLayout = async (): Promise<SchemaRecord> =>
  (await read<SchemaRecord>(schemaKey)) ?? { ...schemaKey, version: 1 }

/** Claim to migrate the table, which one run holds at a time. */
export class Claim {
  readonly #runId = randomUUID()

  /** Takes the claim, and creates the table's schema record. Throws `MigrationRunning`. */
  static async take(): Promise<Claim> {
    const claim = new Claim()
    const nowMs = Date.now()
    const changes = {
      set: { runId: claim.#runId, leaseUntilMs: nowMs + leaseMs },
      compute: ['#version = if_not_exists(#version, :first)'],
      when: 'attribute_not_exists(#leaseUntilMs) OR #leaseUntilMs < :now',
      values: { first: 1, now: nowMs },
    }
    await transact([upsert(schemaKey, changes, claimed)])
    return claim
  }

  /** Stores how far a migration has come. Throws `MigrationRunning` when the claim is lost. */
  saveCursor(migratingTo: number, cursor: Key): Promise<void> {
    const leaseUntilMs = Date.now() + leaseMs
    return this.#update({ set: { migratingTo, cursor, leaseUntilMs } })
  }

  /** Stores that the table has this layout. Throws `MigrationRunning`. */
  finish(version: number): Promise<void> {
    return this.#update({ set: { version }, remove: ['migratingTo', 'cursor'] })
  }

  /** Gives the claim back. Throws `MigrationRunning` when it was lost. */
  release(): Promise<void> {
    return this.#update({ remove: ['runId', 'leaseUntilMs'] })
  }

  #update(changes: Update): Promise<void> {
    const mine = { when: '#runId = :mine', values: { mine: this.#runId } }
    return transact([update(schemaKey, { ...changes, ...mine }, claimed)])
  }
}

const claimed = (current: Item | undefined) =>
  new MigrationRunning(Number(current?.leaseUntilMs ?? 0))
