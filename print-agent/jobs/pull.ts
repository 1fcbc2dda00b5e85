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

/**
 * Visibility timeout of an invalid message: short, so that it soon reaches the dead-letter
 * queue, and long enough that receiving it again is no busy loop.
 */
const INVALID_MESSAGE_RETRY_SECONDS = 2

/** Not 0, which the emulator of `npm start` answers with an error, and then loses the message. */
const HAND_BACK_SECONDS = 1

type PullDeps = JobDeps & { cloud: Cloud; outcomes: OutcomeReports }

/**
 * Receives jobs from the queue until `stop`. The jobs of one printer are printed in order,
 * those of different printers concurrently. Returns when the jobs in progress are finished
 * and the waiting ones are back in the queue. Throws Revoked.
 */
export async function pullJobs(deps: PullDeps, stop: AbortSignal): Promise<void> {
  const lastOfPrinter = new Map<string, Promise<void>>()
  for (let failures = 0; !stop.aborted; ) {
    let queue: Queue | undefined
    try {
      queue = await openQueue(deps.cloud, stop)
      while (!stop.aborted) {
        for (const message of await queue.receive(stop)) {
          start(message, queue, deps, lastOfPrinter, stop)
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

function start(
  message: Message,
  queue: Queue,
  deps: PullDeps,
  lastOfPrinter: Map<string, Promise<void>>,
  stop: AbortSignal,
): void {
  const job = jobOf(message)
  if (!job) {
    log('job-invalid', { messageId: message.MessageId })
    void logFailure(queue.hide(message, INVALID_MESSAGE_RETRY_SECONDS))
    return
  }
  const release = keepHidden(message, queue)
  const before = lastOfPrinter.get(job.printerName) ?? Promise.resolve()
  const current = before
    .then(() => finish(job, message, queue, deps, stop))
    .catch((error) => log('job-crashed', { jobId: job.id, error }))
    .finally(release)
  lastOfPrinter.set(job.printerName, current)
}

async function finish(
  job: PrintJob,
  message: Message,
  queue: Queue,
  deps: PullDeps,
  stop: AbortSignal,
): Promise<void> {
  if (!(await printJob(job, deps, stop))) {
    await logFailure(queue.hide(message, HAND_BACK_SECONDS))
    return
  }
  deps.outcomes.changed()
  // If this fails, the message is received again and removed then: its outcome is in the
  // journal.
  await logFailure(queue.remove(message))
}

function jobOf(message: Message): PrintJob | undefined {
  try {
    return PrintJob.parse(JSON.parse(message.Body ?? ''))
  } catch {
    return undefined
  }
}

/** Extends the visibility timeout until the job is finished, also while it waits. */
function keepHidden(message: Message, queue: Queue): () => void {
  const timer = setInterval(
    () => void logFailure(queue.hide(message, VISIBILITY_SECONDS)),
    (VISIBILITY_SECONDS * 1000) / 3,
  )
  return () => clearInterval(timer)
}

/** Waits for a call of the queue, and only logs when it fails. */
async function logFailure(call: Promise<void>): Promise<void> {
  await call.catch((error) => log('queue-call-failed', { error }))
}
