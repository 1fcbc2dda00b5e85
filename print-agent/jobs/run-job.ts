import { type JobProgress, maxProgress } from '../../shared/agents/protocol/report.ts'
import { backoffMs } from '../../shared/backoff.ts'
import {
  type JobOutcome,
  maxDetailLength,
  type PrintJob,
} from '../../shared/paper/queue/print-job.ts'
import { pause } from '../../shared/pause.ts'
import { type Cloud, CloudRefused } from '../cloud.ts'
import { log } from '../log.ts'
import { PrinterFailure } from '../printers/printer.ts'
import type { Printers } from '../printers/printers.ts'
import type { Journal } from './journal.ts'
import { type Renderers, render, Unprintable } from './render.ts'

const backoffLimits = { baseMs: 1_000, capMs: 10_000 }

/** A printer that fails in the middle of a receipt each time must not use up the paper. */
const maxStarts = 3

/** Time for a job in the operating system's spooler once the agent was stopped. */
const stopGraceMs = 10_000

/** The longest time that a timer takes. */
const maxTtlMs = 24 * 60 * 60_000

export type JobDeps = {
  cloud: Pick<Cloud, 'nowMs'>
  claim: Claims
  journal: Journal
  progress: Progress
  printers: Printers
  renderers: Renderers
}

/**
 * Prints one job, with retries and backoff until the job TTL is over, and writes its outcome
 * to the journal. Returns true when the outcome is in the journal, so that the message can
 * be deleted, and false when `stop` came first.
 *
 *   reach printer ──▶ claim ──▶ journal: started ──▶ bytes ──▶ journal: printed ──▶ delete
 *   └─ killed here: printed ──┘└─ killed here: printed as COPY ┘└─ killed: only deleted ─┘
 */
export async function printJob(
  job: PrintJob,
  deps: JobDeps,
  stop: AbortSignal,
): Promise<boolean> {
  const { cloud, journal, progress } = deps
  let problem = 'its turn came too late'
  let tries = 0
  // Those before a restart of the agent are known by their starts
  const finish = (outcome: JobOutcome, detail: string | null) =>
    journal.finished(job.id, outcome, detail, {
      attempts: Math.max(tries, journal.of(job.id).starts),
    })
  while (journal.of(job.id).outcome === null) {
    if (tries > 0) await pause(backoffMs(tries - 1, backoffLimits), stop)
    if (stop.aborted) return false
    const { starts } = journal.of(job.id)
    if (cloud.nowMs() >= job.expiresAtMs) {
      await finish(starts > 0 ? 'failed' : 'expired', detailOf(problem, starts))
    } else if (starts >= maxStarts) {
      await finish('failed', `started ${starts} times; last: ${problem}`)
    } else {
      const giveUp = giveUpSignal(job, deps, stop)
      tries += 1
      try {
        await printOnce(job, deps, tries, giveUp.signal)
      } catch (error) {
        if (error instanceof JobIsOver) {
          // An earlier attempt may have begun while the cloud could not be asked
          await (starts > 0
            ? finish('failed', detailOf('it was cancelled', starts))
            : finish('cancelled', null))
        } else if (error instanceof Unprintable) {
          await finish('failed', detailOf(error.message, starts))
        } else if (error instanceof PrinterFailure) {
          problem = error.message
          if (error.isFinal)
            await finish('failed', detailOf(problem, journal.of(job.id).starts))
          progress.failed(job.id, tries, problem)
          log('print-failed', { jobId: job.id, printer: job.printerName, problem })
        } else throw error
      } finally {
        giveUp.release()
      }
    }
  }
  progress.ended(job.id)
  const { outcome, detail, confirmed } = journal.of(job.id)
  const printer = job.printerName
  log('job-finished', { jobId: job.id, printer, outcome, detail, confirmed })
  return true
}

/** The detail of a failed outcome. A receipt that was started may be on paper in part. */
const detailOf = (problem: string, starts: number) =>
  starts > 0 ? `interrupted, may be on paper; ${problem}` : problem

/**
 * Aborts at the end of the job TTL, and some time after a stop. `stop` outlives the job,
 * so its listener is to be released.
 */
function giveUpSignal({ expiresAtMs }: PrintJob, { cloud }: JobDeps, stop: AbortSignal) {
  const stopped = new AbortController()
  const end = () => setTimeout(() => stopped.abort(), stopGraceMs).unref()
  stop.addEventListener('abort', end, { once: true })
  const ttlMs = Math.min(maxTtlMs, Math.max(0, expiresAtMs - cloud.nowMs()))
  return {
    signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(ttlMs)]),
    release: () => stop.removeEventListener('abort', end),
  }
}

async function printOnce(
  job: PrintJob,
  { claim, journal, printers, renderers }: JobDeps,
  attempt: number,
  giveUp: AbortSignal,
): Promise<void> {
  const isCopy = journal.of(job.id).starts > 0
  const document = await render(job, { isCopy }, renderers)
  let isStarted = false
  try {
    const start = async () => {
      await claim(job.id, attempt)
      await journal.started(job.id)
      isStarted = true
    }
    const doubt = await printers.print(job.printerName, document, start, giveUp)
    if (doubt)
      log('print-unconfirmed', { jobId: job.id, printer: job.printerName, doubt })
    const outcome = isCopy ? 'reprinted' : 'printed'
    await journal.finished(job.id, outcome, doubt ?? null, {
      attempts: attempt,
      confirmed: !doubt,
    })
  } catch (error) {
    if (isStarted && error instanceof PrinterFailure && !error.maybePrinted) {
      await journal.withdrawn(job.id)
    }
    throw error
  }
}

/** Time that a print waits for the cloud. */
const claimMs = 2_000

/** While the cloud does not answer, it is asked only this often, so that receipts stay quick. */
const askAgainMs = 10_000

/** The job was cancelled, or has ended already: it is not printed. */
export class JobIsOver extends Error {
  override name = 'JobIsOver'
}

type Claims = ReturnType<typeof jobClaims>

/**
 * Claims jobs just before their first byte: they can no longer be cancelled. Receipts
 * matter more than cancellations, so without a response from the cloud the job is
 * printed.
 */
export function jobClaims(cloud: Pick<Cloud, 'beginJob'>) {
  let askFromMs = 0
  /** Throws JobIsOver. */
  return async (jobId: string, attempts: number): Promise<void> => {
    if (performance.now() < askFromMs) return
    try {
      await cloud.beginJob(jobId, { attempts }, AbortSignal.timeout(claimMs))
    } catch (error) {
      if (error instanceof CloudRefused && error.status === 409) throw new JobIsOver()
      if (error instanceof CloudRefused) return
      askFromMs = performance.now() + askAgainMs
      log('print-unclaimed', { jobId, error })
    }
  }
}

export type Progress = ReturnType<typeof jobProgress>

/** Jobs that failed and are tried again, for the next heartbeat. */
export function jobProgress() {
  const unreported = new Map<string, JobProgress>()
  return {
    failed: (id: string, attempts: number, problem: string) => {
      const error = problem.slice(0, maxDetailLength).toWellFormed()
      unreported.set(id, { id, attempts, error })
    },
    ended: (id: string) => unreported.delete(id),
    /** As many as a heartbeat takes. */
    unreported: (): JobProgress[] => [...unreported.values()].slice(0, maxProgress),
    /** Call it when a heartbeat has reported them. */
    reported: (jobs: readonly JobProgress[]) => {
      for (const job of jobs)
        if (unreported.get(job.id) === job) unreported.delete(job.id)
    },
  }
}
