import type { Message } from '@aws-sdk/client-sqs'
import * as z from 'zod'
import { backoffMs } from '../../shared/backoff.ts'
import { maxJobAgeMs, PrintJob } from '../../shared/paper/queue/print-job.ts'
import { type Cloud, Revoked } from '../cloud.ts'
import { connectivity } from '../connectivity.ts'
import { log } from '../log.ts'
import { pause } from '../pause.ts'
import type { OutcomeReports } from './outcomes.ts'
import { inProgressSeconds, openQueue, type Queue } from './queue.ts'
import { type JobDeps, printJob } from './run-job.ts'

const backoffLimits = { baseMs: 1_000, capMs: 60_000 }

/** Visibility timeout of a message that is not a job, which must not become a busy loop. */
const unknownMessageRetrySeconds = 2

/** Not 0, which the emulator of `npm start` answers with an error, and then loses the message. */
const handBackSeconds = 1

type PullDeps = JobDeps & { cloud: Cloud; outcomes: OutcomeReports }

/**
 * Receives jobs until `stop`; those of one printer are printed in order. Returns when
 * jobs in progress are finished and waiting ones are back in the queue. Throws Revoked.
 */
export async function pullJobs(deps: PullDeps, stop: AbortSignal): Promise<void> {
  const lastOfPrinter = new Map<string, Promise<void>>()
  const reach = connectivity('queue')
  const absence = queueAbsence(deps.cloud)
  for (let failures = 0; !stop.aborted; ) {
    let queue: Queue | undefined
    try {
      queue = await openQueue(deps.cloud, stop)
      for (let isFirst = true; !stop.aborted; isFirst = false) {
        const messages = await queue.receive(stop, isFirst)
        reach.works()
        absence.answered()
        for (const message of messages) {
          start(message, queue, { ...deps, absence }, lastOfPrinter, stop)
        }
        failures = 0
      }
    } catch (error) {
      if (stop.aborted) break
      if (error instanceof Revoked) throw error
      reach.failed(error)
      await pause(backoffMs(failures++, backoffLimits), stop)
    }
  }
  await Promise.all(lastOfPrinter.values())
}

function start(
  message: Message,
  queue: Queue,
  deps: PullDeps & { absence: QueueAbsence },
  lastOfPrinter: Map<string, Promise<void>>,
  stop: AbortSignal,
): void {
  const received = parseMessage(message)
  if (received === 'unknown') {
    log('message-unknown', { messageId: message.MessageId })
    void logFailure(queue.hide(message, unknownMessageRetrySeconds))
    return
  }
  const release = keepHidden(message, queue)
  if ('job' in received) received.job = deps.absence.prolonged(received.job)
  const [printer, finish] =
    'job' in received
      ? [
          received.job.printerName,
          () => finishJob(received.job, message, queue, deps, stop),
        ]
      : ['', () => refuse(received.invalidId, message, queue, deps)]
  const before = lastOfPrinter.get(printer) ?? Promise.resolve()
  const current = before
    .then(finish)
    .catch((error) => log('job-crashed', { messageId: message.MessageId, error }))
    .finally(release)
  lastOfPrinter.set(printer, current)
}

async function finishJob(
  job: PrintJob,
  message: Message,
  queue: Queue,
  deps: PullDeps,
  stop: AbortSignal,
): Promise<void> {
  if (!(await printJob(job, deps, stop))) {
    await logFailure(queue.hide(message, handBackSeconds))
    return
  }
  deps.outcomes.changed()
  // If this fails, the message is received again and removed then: its outcome is in the
  // journal.
  await logFailure(queue.remove(message))
}

/** Reports a job whose form this agent does not know, so that it does not count as waiting. */
async function refuse(
  jobId: string,
  message: Message,
  queue: Queue,
  { journal, outcomes }: PullDeps,
): Promise<void> {
  log('job-invalid', { jobId })
  if (journal.of(jobId).outcome === null) {
    await journal.finished(
      jobId,
      'failed',
      'this agent is too old for the job: update it',
    )
  }
  outcomes.changed()
  await logFailure(queue.remove(message))
}

/** Extends the visibility timeout at once and until the job is finished, also while it waits. */
function keepHidden(message: Message, queue: Queue): () => void {
  const extend = () => void logFailure(queue.hide(message, inProgressSeconds))
  extend()
  const timer = setInterval(extend, (inProgressSeconds * 1000) / 3)
  return () => clearInterval(timer)
}

/** Waits for a call of the queue, and only logs when it fails. */
async function logFailure(call: Promise<void>): Promise<void> {
  await call.catch((error) => log('queue-call-failed', { error }))
}

/** The queue answers a long poll within 20 s. */
const outOfReachMs = 30_000

type QueueAbsence = ReturnType<typeof queueAbsence>

/**
 * When the queue was last out of reach. A receipt that waited there loses none of its
 * TTL, up to the age that receipts may reach.
 */
function queueAbsence(cloud: Pick<Cloud, 'nowMs'>) {
  let answeredAtMs = Number.NEGATIVE_INFINITY
  let absence = { fromMs: answeredAtMs, untilMs: answeredAtMs }
  return {
    /** Call it when the queue has answered. */
    answered: () => {
      const nowMs = cloud.nowMs()
      if (nowMs - answeredAtMs > outOfReachMs) {
        absence = { fromMs: answeredAtMs, untilMs: nowMs }
      }
      answeredAtMs = nowMs
    },
    /** A job that has just been received, with the end of its life. */
    prolonged: (job: PrintJob): PrintJob => {
      const { createdAtMs, expiresAtMs } = job
      const lostMs = absence.untilMs - Math.max(absence.fromMs, createdAtMs)
      const latestMs = Math.max(expiresAtMs, createdAtMs + maxJobAgeMs)
      const prolongedMs = Math.min(expiresAtMs + Math.max(0, lostMs), latestMs)
      return { ...job, expiresAtMs: prolongedMs }
    },
  }
}

const Identified = z.object({ id: z.string().min(1) })

/** What a message of the queue holds: a job, or only the id of one, or nothing of the kind. */
type Received = { job: PrintJob } | { invalidId: string } | 'unknown'

/** Parses a message of the queue. A cloud of a later release may send what this one lacks. */
function parseMessage({ Body = '' }: Message): Received {
  const content = json(Body)
  const { data: job } = PrintJob.safeParse(content)
  if (job) return { job }
  const { data: identified } = Identified.safeParse(content)
  return identified ? { invalidId: identified.id } : 'unknown'
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
