import type { Message } from '@aws-sdk/client-sqs'
import { PrintJob } from '../../shared/agents/protocol/print-job.ts'
import { backoffMs } from '../../shared/backoff.ts'
import { type Cloud, Revoked } from '../cloud.ts'
import { log } from '../log.ts'
import { pause } from '../pause.ts'
import type { OutcomeReports } from './outcomes.ts'
import { type JobDeps, printJob } from './print-job.ts'
import { openQueue, type Queue, VISIBILITY_SECONDS } from './queue.ts'

const BACKOFF = { baseMs: 1_000, capMs: 60_000 }

/** Quickly on to the dead-letter queue, and yet no busy loop where there is none. */
const POISON_RETRY_SECONDS = 2

type PullDeps = JobDeps & { cloud: Cloud; outcomes: OutcomeReports }

/**
 * Takes jobs from the queue until `stop`: those of one printer one after the other, those
 * of different printers side by side. Returns when the jobs in hand are finished or
 * handed back. Throws Revoked.
 */
export async function pullJobs(deps: PullDeps, stop: AbortSignal): Promise<void> {
  const lastOfPrinter = new Map<string, Promise<void>>()
  for (let failures = 0; !stop.aborted; ) {
    let queue: Queue | undefined
    try {
      queue = await openQueue(deps.cloud, stop)
      while (!stop.aborted) {
        for (const message of await queue.receive(stop)) {
          take(message, queue, deps, lastOfPrinter, stop)
        }
        failures = 0
      }
    } catch (error) {
      if (stop.aborted) break
      if (error instanceof Revoked) throw error
      log('queue-failed', { error })
      await pause(backoffMs(failures++, BACKOFF), stop)
    }
  }
  await Promise.all(lastOfPrinter.values())
}

function take(
  message: Message,
  queue: Queue,
  deps: PullDeps,
  lastOfPrinter: Map<string, Promise<void>>,
  stop: AbortSignal,
): void {
  const job = jobOf(message)
  if (!job) {
    log('job-invalid', { messageId: message.MessageId })
    void quietly(queue.hide(message, POISON_RETRY_SECONDS))
    return
  }
  const release = keepHidden(message, queue)
  const before = lastOfPrinter.get(job.printerName) ?? Promise.resolve()
  const mine = before
    .then(() => finish(job, message, queue, deps, stop))
    .catch((error) => log('job-broke', { jobId: job.id, error }))
    .finally(release)
  lastOfPrinter.set(job.printerName, mine)
}

async function finish(
  job: PrintJob,
  message: Message,
  queue: Queue,
  deps: PullDeps,
  stop: AbortSignal,
): Promise<void> {
  if (!(await printJob(job, deps, stop))) {
    await quietly(queue.hide(message, 0))
    return
  }
  deps.outcomes.changed()
  // A message that stays is met again and removed then: the journal knows its outcome.
  await quietly(queue.remove(message))
}

function jobOf(message: Message): PrintJob | undefined {
  try {
    return PrintJob.parse(JSON.parse(message.Body ?? ''))
  } catch {
    return undefined
  }
}

/** Keeps the message hidden from the moment it came, also while others are printed. */
function keepHidden(message: Message, queue: Queue): () => void {
  const timer = setInterval(
    () => void quietly(queue.hide(message, VISIBILITY_SECONDS)),
    (VISIBILITY_SECONDS * 1000) / 3,
  )
  return () => clearInterval(timer)
}

async function quietly(call: Promise<void>): Promise<void> {
  await call.catch((error) => log('queue-call-failed', { error }))
}
