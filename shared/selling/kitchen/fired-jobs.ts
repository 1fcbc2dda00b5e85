import {
  type Identity,
  type JobRecord,
  jobRecords,
} from '../../paper/jobs/job-records.ts'
import { type ShownState, shownState } from '../../paper/jobs/job-states.ts'
import type { PrintJob } from '../../paper/queue/print-job.ts'
import type { Item } from '../../platform/dynamodb/keys.ts'
import { readAll } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { upsert } from '../../platform/dynamodb/write.ts'
import type { OrderLine } from '../restaurant/order-line.ts'
import type { RestaurantOrderRecord } from '../restaurant/restaurant-orders.ts'
import { orderKey } from '../sales/orders.ts'

/** A print job of an order's lines, in the partition of the order, for seven days. */
export type FiredJob = Item & {
  readonly jobId: string
  readonly agentId: string
  /** As the printer's configuration names it. */
  readonly printerName: string
  readonly lineIds: readonly string[]
  /** True once the job is in its agent's queue. */
  readonly isQueued: boolean
  /** Unix ms from which another call may queue it: then the function that did not is over. */
  readonly requeueFromMs: number
  readonly createdAtMs: number
  readonly expiresAtMs: number
  /** TTL, in Unix seconds. */
  readonly expiresAt: number
}

const prefix = 'FIRED'
/** A function runs no longer than this. */
const functionMs = 30_000

const retentionSeconds = 7 * 24 * 60 * 60

/** The record of a job of an order's lines that is not queued yet. */
export const firedJob = (
  orderId: string,
  { id, createdAtMs, expiresAtMs }: PrintJob,
  {
    agentId,
    printerName,
    lineIds,
  }: Pick<FiredJob, 'agentId' | 'printerName' | 'lineIds'>,
): FiredJob => ({
  ...orderKey(orderId),
  sk: `${prefix}#${id}`,
  jobId: id,
  agentId,
  printerName,
  lineIds,
  isQueued: false,
  requeueFromMs: createdAtMs + functionMs,
  createdAtMs,
  expiresAtMs,
  expiresAt: Math.ceil(createdAtMs / 1000) + retentionSeconds,
})

/** True if a job was recorded but not queued, and may still be. */
export const isAbandoned = (
  { isQueued, requeueFromMs, expiresAtMs }: FiredJob,
  nowMs: number,
): boolean => !isQueued && nowMs >= requeueFromMs && nowMs < expiresAtMs

/** Records that a job was refused by its agent's queue: the next call queues it again. */
export const markRefused = ({ pk, sk }: FiredJob): Promise<void> =>
  transact([upsert({ pk, sk }, { set: { requeueFromMs: 0 } })])

/** Records that a job is in its agent's queue. */
export const markQueued = ({ pk, sk }: FiredJob): Promise<void> =>
  transact([upsert({ pk, sk }, { set: { isQueued: true } })])

/**
 * An order of the restaurant with the jobs of its lines, oldest first, in one query, and
 * another for each order that some of its lines have come from.
 */
export async function readOrderWithFired(orderId: string): Promise<{
  readonly order: RestaurantOrderRecord | undefined
  readonly fired: readonly FiredJob[]
}> {
  const items = await readAll<Item>({ pk: orderKey(orderId).pk })
  const order = items.find(
    (item): item is RestaurantOrderRecord =>
      item.sk === orderKey(orderId).sk && item.kind === 'restaurant',
  )
  const own = items.filter((item): item is FiredJob => item.sk.startsWith(`${prefix}#`))
  const fired = [...own, ...(await readFiredElsewhere(order))]
  return {
    order,
    fired: fired.toSorted((one, other) => one.createdAtMs - other.createdAtMs),
  }
}

/** Jobs of an order's lines from before bills were split or merged. */
async function readFiredElsewhere({
  lines = [],
  firedIn = [],
}: Partial<RestaurantOrderRecord> = {}): Promise<FiredJob[]> {
  const ids = new Set(lines.map(({ id }) => id))
  return (await readFired(firedIn)).filter(({ lineIds }) =>
    lineIds.some((id) => ids.has(id)),
  )
}

/** The jobs that were recorded of orders with these ids, of each order oldest first. */
export async function readFired(orderIds: readonly string[]): Promise<FiredJob[]> {
  const found = await Promise.all(
    orderIds.map((id) =>
      readAll<FiredJob>({ pk: orderKey(id).pk, prefix: `${prefix}#` }),
    ),
  )
  return found.flat()
}

/** Time after its creation by which a job should be in the queue. */
const queueingMs = 60_000

/** Time after a job's TTL in which its agent may still report how it ended. */
const reportingMs = 60_000

/**
 * The lines of an order whose last job for a printer was not printed: it failed, expired or
 * was cancelled, or no outcome was reported in time. The same is true of each reprint of that job:
 * while one waits, or once one was printed, its lines have not failed.
 */
export async function failedLines(
  order: RestaurantOrderRecord,
  fired: readonly FiredJob[],
  nowMs: number,
): Promise<string[]> {
  const last = new Map<string, FiredJob>()
  for (const job of fired) {
    for (const lineId of job.lineIds) last.set(`${lineId}\n${job.printerName}`, job)
  }
  const jobs = [...new Set(last.values())]
  const prints = await printsOf(jobs.map(identityOf))
  const failed = new Set(
    jobs.filter((job, at) => hasFailed(job, prints[at] ?? [], nowMs)),
  )
  return order.lines
    .map(({ id }) => id)
    .filter((id) =>
      [...last].some(([key, job]) => key.startsWith(`${id}\n`) && failed.has(job)),
    )
}

const unprinted = new Set<ShownState>(['failed', 'expired', 'cancelled'])

/** True if a job is on no paper. A job that failed after it was begun may be on paper. */
function isUnprinted(record: JobRecord, nowMs: number): boolean {
  const state = shownState(record, nowMs)
  return unprinted.has(state) && !(state === 'failed' && record.wasBegun)
}

/**
 * Returns the lines, sent and set back to pending, that are on no paper: none of their
 * jobs, nor a reprint of these, was printed. An unknown outcome counts as paper.
 */
export async function unprintedLines(
  lines: readonly OrderLine[],
  fired: readonly FiredJob[],
  nowMs: number,
): Promise<ReadonlySet<string>> {
  const ids = lines
    .filter(({ status, wasFired }) => status === 'pending' && wasFired)
    .map(({ id }) => id)
  const jobs = fired.filter(({ lineIds }) => ids.some((id) => lineIds.includes(id)))
  const prints = await printsOf(jobs.map(identityOf))
  const isOnNoPaper = (records: readonly JobRecord[] = []) =>
    records.length > 0 && records.every((record) => isUnprinted(record, nowMs))
  return new Set(
    ids.filter((id) => {
      const own = prints.filter((_, at) => jobs[at]?.lineIds.includes(id))
      return own.length > 0 && own.every(isOnNoPaper)
    }),
  )
}

const identityOf = ({ jobId, createdAtMs }: FiredJob) => ({ id: jobId, createdAtMs })

/** Depth to which reprints of reprints are followed, and the most reprints of a job. */
const maxDepth = 20
const maxPrints = 100

/** The records of jobs, each followed by those of its reprints. */
async function printsOf(jobs: readonly Identity[]): Promise<(readonly JobRecord[])[]> {
  const prints: JobRecord[][] = jobs.map(() => [])
  let open = jobs.map((identity, at) => ({ identity, at }))
  for (let depth = 0; open.length > 0 && depth <= maxDepth; depth += 1) {
    const records = await jobRecords(open.map(({ identity }) => identity))
    open = open.flatMap(({ at }, index) => {
      const [record, found] = [records[index], prints[at]]
      if (!record || !found || found.length > maxPrints) return []
      found.push(record)
      return (record.reprints ?? []).map((identity) => ({ identity, at }))
    })
  }
  return prints
}

const printed = new Set<JobRecord['state']>(['printed', 'reprinted'])
const lost = new Set<JobRecord['state']>(['failed', 'expired', 'cancelled'])

function hasFailed(job: FiredJob, prints: readonly JobRecord[], nowMs: number): boolean {
  if (prints.some(({ state }) => printed.has(state))) return false
  const [own, ...reprints] = prints
  const endsByMs = job.isQueued ? reportedByMs(job) : job.createdAtMs + queueingMs
  const isLost = (own && lost.has(own.state)) || nowMs > endsByMs
  return isLost && reprints.every((each) => isOver(each, nowMs))
}

const isOver = (print: JobRecord, nowMs: number) =>
  lost.has(print.state) || nowMs > reportedByMs(print)

const reportedByMs = ({ expiresAtMs }: Pick<JobRecord, 'expiresAtMs'>) =>
  expiresAtMs + reportingMs
