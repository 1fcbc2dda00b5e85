import {
  invokeImports,
  isLeaseHeld,
  LeaseLost,
  releaseLease,
  takeLease,
} from './import-lease.ts'
import { importPart } from './import-part.ts'
import { findRun, firstWaiting, type PartRecord } from './import-records.ts'
import { type ImportPart, maxRefusedShown } from './import-run.ts'

/** An execution has five minutes, and what it has begun takes less than one. */
const stopAfterMs = 4 * 60_000

/**
 * Imports a part that waits, and leaves the next one to another invocation. While another
 * worker of the shop imports, it does nothing: that one looks for parts once it is through.
 */
export async function importWaitingPart(): Promise<void> {
  const nowMs = Date.now()
  const owner = await takeLease(nowMs)
  if (owner === undefined) return
  try {
    const next = await firstWaiting(nowMs)
    if (next) await importPart(next.run, next.part, owner, nowMs + stopAfterMs)
  } catch (error) {
    if (error instanceof LeaseLost) return
    throw error
  } finally {
    await releaseLease(owner)
  }
  if (await firstWaiting(nowMs)) await invokeImports()
}

/**
 * A run for GET /import/runs/{id}. Where parts wait and no worker imports them, as after a
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
    id,
    kind: run.kind,
    dryRun: run.dryRun,
    createdAt: run.createdAt,
    status: isRunning
      ? ('running' as const)
      : parts.length > 0
        ? ('done' as const)
        : ('waiting' as const),
    added: sum('added'),
    changed: sum('changed'),
    refused: parts
      .flatMap(({ refused }) => refused.toSorted((one, other) => one.row - other.row))
      .slice(0, maxRefusedShown),
    refusedCount: sum('refusedCount'),
    parts: shown,
  }
}

/** A part as clients see it. */
export const shownPart = ({
  part,
  isDone,
  rows,
  rowsDone,
  added = 0,
  changed = 0,
  refusedCount,
}: PartRecord): ImportPart => ({
  part,
  status: isDone ? 'done' : 'running',
  rows,
  rowsDone,
  added,
  changed,
  refusedCount,
})
