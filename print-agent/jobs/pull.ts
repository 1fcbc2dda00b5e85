import type { Message } from '@aws-sdk/client-sqs'
import * as z from 'zod'
import { backoffMs } from '../../shared/backoff.ts'
import { maxJobAgeMs, PrintJob } from '../../shared/paper/queue/print-job.ts'
import { pause } from '../../shared/pause.ts'
import { type Cloud, Revoked } from '../cloud.ts'
import { connectivity } from '../connectivity.ts'
import { log } from '../log.ts'
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
  const { cloud, journal, outcomes } = deps
  const lastOfPrinter = new Map<string, Promise<void>>()
  const reach = connectivity('queue')
  const absence = queueAbsence(cloud)

  const finishJob = async (job: PrintJob, message: Message, queue: Queue) => {
    if (!(await printJob(job, deps, stop))) {
      await logFailure(queue.hide(message, handBackSeconds))
      return
    }
    outcomes.changed()
    // If this fails, the message is received again and removed then: its outcome is in the
    // journal.
    await logFailure(queue.remove(message))
  }

  /** Reports a job whose form this agent does not know, so that it does not count as waiting. */
  const refuse = async (jobId: string, message: Message, queue: Queue) => {
    log('job-invalid', { jobId })
    if (journal.of(jobId).outcome === null) {
      const problem = 'this agent is too old for the job: update it'
      await journal.finished(jobId, 'failed', problem)
    }
    outcomes.changed()
    await logFailure(queue.remove(message))
  }

  const start = (message: Message, queue: Queue) => {
    const received = parseMessage(message)
    if (!received) {
      log('message-unknown', { messageId: message.MessageId })
      void logFailure(queue.hide(message, unknownMessageRetrySeconds))
      return
    }
    const release = keepHidden(message, queue)
    const { id } = received
    const job = received.job && absence.prolonged(received.job)
    const printer = job?.printerName ?? ''
    const before = lastOfPrinter.get(printer) ?? Promise.resolve()
    const current = before
      .then(() => (job ? finishJob(job, message, queue) : refuse(id, message, queue)))
      .catch((error) => log('job-crashed', { messageId: message.MessageId, error }))
      .finally(release)
    lastOfPrinter.set(printer, current)
  }

  for (let failures = 0; !stop.aborted; ) {
    try {
      const queue = await openQueue(cloud, stop)
      for (let isFirst = true; !stop.aborted; isFirst = false) {
        const messages = await queue.receive(stop, isFirst)
        reach.works()
        absence.answered()
        for (const message of messages) start(message, queue)
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

/** Extends the visibility timeout at once and until the job is finished, also while it waits. */
function keepHidden(message: Message, queue: Queue): () => void {
  const extend = () => void logFailure(queue.hide(message, inProgressSeconds))
  extend()
  const timer = setInterval(extend, (inProgressSeconds * 1000) / 3)
  return () => clearInterval(timer)
}

/** Waits for a call of the queue, and only logs when it fails. */
const logFailure = (call: Promise<void>): Promise<void> =>
  call.catch((error) => log('queue-call-failed', { error }))

/** The queue answers a long poll within 20 s. */
const outOfReachMs = 30_000

/**
 * Remembers when the queue was last out of reach. A receipt that waited there loses none
 * of its TTL, up to the greatest age of receipts.
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
      const { createdAtMs, expiresAtMs, drawerOnly } = job
      // The person who asked for it may have left
      if (drawerOnly) return job
      const lostMs = absence.untilMs - Math.max(absence.fromMs, createdAtMs)
      const latestMs = Math.max(expiresAtMs, createdAtMs + maxJobAgeMs)
      const prolongedMs = Math.min(expiresAtMs + Math.max(0, lostMs), latestMs)
      return { ...job, expiresAtMs: prolongedMs }
    },
  }
}

const Identified = z.object({ id: z.string().min(1) })

/**
 * Parses a message of the queue: a job; the id alone of a job that lacks something, as a
 * cloud of a later release may send it; or neither.
 */
function parseMessage({
  Body = '',
}: Message): { id: string; job?: PrintJob } | undefined {
  try {
    const content: unknown = JSON.parse(Body)
    const { data: job } = PrintJob.safeParse(content)
    return job ? { id: job.id, job } : Identified.parse(content)
  } catch {
    return undefined
  }
}
