import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { invokeAsync } from '../../platform/deployment/invoke-async.ts'
import { resources } from '../../platform/deployment/resources.ts'
import type { Item, Key } from '../../platform/dynamodb/keys.ts'
import { read } from '../../platform/dynamodb/read.ts'
import { transactIfHolds } from '../../platform/dynamodb/transact.ts'
import { update, upsert, type Write } from '../../platform/dynamodb/write.ts'
import { firstWaiting, ImportStopped } from './import-records.ts'

/**
 * Lease of a shop's one worker that imports rows, so that the names and codes that it has
 * read stay right without a guard for each. Every transaction of rows renews the lease: a
 * worker that has lost it stores nothing more.
 */
type Lease = Item & { readonly owner?: string; readonly untilMs?: number }

const leaseKey: Key = { pk: 'SHOP', sk: 'IMPORT-LEASE' }

/** Longer than the retries of one transaction take. */
const leaseMs = 30_000

/** Another worker has taken over. */
export class LeaseLost extends ImportStopped {
  override name = 'LeaseLost'
}

/** Takes the lease and returns its owner; undefined while another worker has it. */
export async function takeLease(nowMs: number): Promise<string | undefined> {
  const owner = randomUUID()
  const taken = await transactIfHolds([
    upsert(leaseKey, {
      set: { owner, untilMs: nowMs + leaseMs },
      when: 'attribute_not_exists(#owner) OR #untilMs < :nowMs',
      values: { nowMs },
    }),
  ])
  return taken ? owner : undefined
}

/** Renews the lease. Fails with `LeaseLost`. */
export const updateLease = (owner: string, nowMs: number): Write =>
  update(
    leaseKey,
    {
      set: { untilMs: nowMs + leaseMs },
      when: '#owner = :owner',
      values: { owner },
    },
    () => new LeaseLost(),
  )

export const releaseLease = (owner: string) =>
  transactIfHolds([
    update(leaseKey, {
      remove: ['owner', 'untilMs'],
      when: '#owner = :owner',
      values: { owner },
    }),
  ])

/** Waits until no worker imports rows; one that has lost its lease meanwhile stores no more. */
export async function untilNoImport(): Promise<void> {
  for (;;) {
    const owner = await takeLease(Date.now())
    if (owner !== undefined) {
      await releaseLease(owner)
      return
    }
    await sleep(500)
  }
}

/** True while a worker imports rows. */
export async function isLeaseHeld(nowMs: number): Promise<boolean> {
  const { untilMs = 0 } = (await read<Lease>(leaseKey)) ?? {}
  return untilMs >= nowMs
}

/** Invokes the worker that imports the current shop's parts. */
export const invokeImports = (): Promise<void> =>
  invokeAsync(resources.importsFunction(), {})

/** Invokes the worker where parts wait, as after a crash, or in a shop that was closed or moved. */
export async function resumeImports(nowMs: number): Promise<void> {
  if (await firstWaiting(nowMs)) await invokeImports()
}
