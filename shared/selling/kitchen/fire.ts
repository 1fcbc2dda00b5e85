import { dishesAt, dishKey } from '../../catalog/dishes.ts'
import { Failure } from '../../failure.ts'
import { findJob } from '../../paper/jobs/job-records.ts'
import type { PrintJob } from '../../paper/queue/print-job.ts'
import { sendJob } from '../../paper/queue/print-queues.ts'
import {
  retryOnConflict,
  updateUnchanged,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { putKitchenOrder } from '../restaurant/kitchen-orders.ts'
import type { OrderLine } from '../restaurant/order-line.ts'
import type { RestaurantOrderRecord } from '../restaurant/restaurant-orders.ts'
import type { Fired } from './fire-request.ts'
import {
  type FiredJob,
  isAbandoned,
  markQueued,
  markRefused,
  readOrderWithFired,
  unprintedLines,
} from './fired-jobs.ts'
import {
  courseIn,
  type FireRequest,
  jobIdFor,
  jobsFor,
  type Kitchen,
  type KitchenJob,
  readKitchen,
} from './kitchen-jobs.ts'
import { linesToFire } from './kitchen-tickets.ts'

/**
 * Prints lines of an order where they are made (POST /orders/{id}/fire). Lines become `sent`
 * in the transaction that records their jobs, so each is printed once however often this is
 * called; the jobs are queued from these records, also by a later call when this one dies.
 * Lines that were sent before are printed as copies, but for pending ones that are on no paper.
 *
 * Throws `notFound`, `nothingToSend`, `invalid` for an id of no line; `printingFailed` when a
 * line has no printer and is not `onScreen`, and then nothing changes, or when a queue refused
 * a job.
 */
export async function fire(
  orderId: string,
  lineIds: readonly string[] | undefined,
  request: FireRequest,
): Promise<Fired> {
  const { nowMs } = request
  const { fired, sent, jobs } = await retryOnConflict(async () => {
    const [kitchen, { order, fired: earlier }] = await Promise.all([
      readKitchen(nowMs),
      readOrderWithFired(orderId),
    ])
    if (!order) throw new Failure('notFound')
    const ownIds = new Set(
      kitchen.printers.flatMap(({ printerName }) => [
        jobIdFor(request, printerName, false),
        jobIdFor(request, printerName, true),
      ]),
    )
    const own = earlier.filter(({ jobId }) => ownIds.has(jobId))
    if (own.length > 0) return { fired: own, sent: linesOf(own), jobs: [] }
    const abandoned = earlier.filter((job) => isAbandoned(job, nowMs))
    // Lines whose job is being queued are not copies of themselves
    const waiting = linesOf(abandoned)
    const isOfCourse = await courseFilter(order.lines, request.course)
    const lines = linesToFire(order.lines, lineIds, isOfCourse).filter(
      ({ id }) => !waiting.includes(id),
    )
    if (lines.length === 0 && abandoned.length > 0) {
      return { fired: abandoned, sent: waiting, jobs: [] }
    }
    if (lines.length === 0) throw new Failure('nothingToSend')
    const unprinted = await unprintedLines(lines, earlier, nowMs)
    const recorded = await record(order, { lines, unprinted }, kitchen, request)
    return {
      fired: [...abandoned, ...recorded.map(({ fired }) => fired)],
      sent: [...waiting, ...lines.map(({ id }) => id)],
      jobs: recorded.map(({ job }) => job),
    }
  })
  await queueAll(fired, jobs)
  return { sent, printers: [...new Set(fired.map(({ printerName }) => printerName))] }
}

/** Returns a test for lines of a course; every line passes if no course is named. */
async function courseFilter(lines: readonly OrderLine[], course: string | undefined) {
  if (course === undefined) return () => true
  const courseOf = courseIn(await dishesAt(lines.map(({ dishId }) => dishKey(dishId))))
  return (line: OrderLine) => courseOf(line) === course
}

const linesOf = (jobs: readonly FiredJob[]) => [
  ...new Set(jobs.flatMap(({ lineIds }) => lineIds)),
]

type ToFire = {
  readonly lines: readonly OrderLine[]
  /** Ids of the lines that are printed as originals once more. */
  readonly unprinted: ReadonlySet<string>
}

/** Makes pending lines `sent` and records the jobs of all lines, in one transaction. */
async function record(
  order: RestaurantOrderRecord,
  { lines, unprinted }: ToFire,
  kitchen: Kitchen,
  request: FireRequest,
): Promise<KitchenJob[]> {
  const printed = lines.map(({ wasFired, ...line }) => ({
    ...line,
    ...(wasFired && !unprinted.has(line.id) && { wasFired }),
  }))
  const jobs = await jobsFor(order, printed, kitchen, request)
  const pending = new Set(lines.filter(({ status }) => status === 'pending'))
  const sent = order.lines.map((line) =>
    pending.has(line)
      ? {
          ...line,
          status: 'sent' as const,
          wasFired: true as const,
          firedAtMs: request.nowMs,
        }
      : line,
  )
  // Their printers print nothing
  if (pending.size === 0 && jobs.length === 0) throw new Failure('nothingToSend')
  const change = { set: { lines: sent }, add: { revision: 1 } }
  await transact([
    pending.size > 0 && updateUnchanged(order, ['revision'], change),
    pending.size > 0 && putKitchenOrder(order.id, request.nowMs),
    ...jobs.flatMap(({ writes }) => writes),
  ])
  return jobs
}

/**
 * Queues recorded jobs under their ids, so that a repeated one is printed once. Those that
 * this call has not recorded itself are read.
 */
async function queueAll(
  fired: readonly FiredJob[],
  recorded: readonly PrintJob[],
): Promise<void> {
  const queued = await Promise.allSettled(
    fired
      .filter(({ isQueued }) => !isQueued)
      .map(async (each) => {
        const job =
          recorded.find(({ id }) => id === each.jobId) ?? (await findJob(each.jobId))
        if (!job) throw new Error(`job ${each.jobId} is not on record`)
        try {
          await sendJob(each.agentId, job)
        } catch (error) {
          await markRefused(each)
          throw error
        }
        await markQueued(each)
      }),
  )
  const failed = queued.find((each) => each.status === 'rejected')
  if (failed) throw new Failure('printingFailed', {}, { cause: failed.reason })
}
