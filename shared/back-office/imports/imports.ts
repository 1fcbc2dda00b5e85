import { isOpenNow } from '../../platform/shops/shop-records.ts'
import {
  invokeImports,
  isLeaseHeld,
  LeaseLost,
  releaseLease,
  resumeImports,
  takeLease,
} from './import-lease.ts'
import { importPart, ShopClosed } from './import-part.ts'
import { findRun, firstWaiting, type PartRecord } from './import-records.ts'
import {
  type ImportPart,
  type ImportRun,
  maxPlannedShown,
  maxRefusedShown,
} from './import-run.ts'

/** An execution has five minutes, and what it has begun takes less than one. */
const stopAfterMs = 4 * 60_000

/**
 * Imports a waiting part, and leaves the next one to another invocation. While another
 * worker of the shop imports, it does nothing: that one looks for parts once it is
 * through. In a shop that is not open parts wait, as they also do after it was moved.
 *
 * After an error it keeps the lease until that ends, so that attempts are 30 s apart.
 */
export async function importWaitingPart(): Promise<void> {
  if (!(await isOpenNow())) return
  const nowMs = Date.now()
  const owner = await takeLease(nowMs)
  if (owner === undefined) return
  try {
    const next = await firstWaiting(nowMs)
    if (next) await importPart(next.run, next.part, owner, nowMs + stopAfterMs)
  } catch (error) {
    if (error instanceof LeaseLost) return
    if (!(error instanceof ShopClosed)) throw error
    await releaseLease(owner)
    return
  }
  await releaseLease(owner)
  await resumeImports(nowMs)
}

/**
 * Returns a run for GET /import/runs/{id}. If parts wait without a worker, as after a
 * crash, it invokes one. Throws `notFound`.
 */
export async function shownRun(id: string, nowMs: number) {
  const { run, parts } = await findRun(id, nowMs)
  const isRunning = parts.some(({ isDone }) => !isDone)
  if (isRunning && !(await isLeaseHeld(nowMs))) await invokeImports()
  const shown = parts.map(shownPart)
  const sum = (field: 'added' | 'changed' | 'refusedCount') =>
    shown.reduce((total, each) => total + each[field], 0)
  return {
    ...run,
    status: statusOf(shown),
    added: sum('added'),
    changed: sum('changed'),
    refused: parts
      .flatMap(({ refused }) => refused.toSorted((one, other) => one.row - other.row))
      .slice(0, maxRefusedShown),
    refusedCount: sum('refusedCount'),
    planned: parts.flatMap(({ planned = [] }) => planned).slice(0, maxPlannedShown),
    parts: shown,
  }
}

function statusOf(parts: readonly ImportPart[]): ImportRun['status'] {
  const has = (status: ImportPart['status']) =>
    parts.some((each) => each.status === status)
  if (parts.length === 0) return 'waiting'
  if (has('running')) return 'running'
  return has('failed') ? 'failed' : 'done'
}

/** A part as clients see it. */
export const shownPart = (part: PartRecord): ImportPart => ({
  ...part,
  status: part.failure ? 'failed' : part.isDone ? 'done' : 'running',
  added: part.added ?? 0,
  changed: part.changed ?? 0,
})
