import { jobTtlMs } from '../../shared/agents/protocol/print-job.ts'
import { log } from '../log.ts'
import { pause } from '../pause.ts'
import { type ChildResult, runChild } from './child.ts'
import { type PrintDocument, type Printer, PrinterFailure } from './printer.ts'

const LIST_MS = 10_000
const SUBMIT_MS = 60_000

/** How long the spooler may take to end a job that was taken back. */
const CANCEL_MS = 10_000

/**
 * The printers of the operating system on Linux and macOS (CUPS). Jobs are sent raw and
 * followed until the spooler has completed them, which means written to the printer. What is
 * not printed in time is taken back, so that no receipt comes out hours later. Throws
 * PrinterFailure when CUPS does not respond.
 */
export async function cupsPrinters(): Promise<Printer[]> {
  const { code, stdout } = await cups('lpstat', ['-e'], LIST_MS)
  if (code === null) throw new PrinterFailure('lpstat did not answer', false)
  // Without any printer lpstat exits with 1, which is not a failure here.
  return stdout.split('\n').filter(Boolean).map(cupsPrinter)
}

function cupsPrinter(name: string): Printer {
  return {
    name,
    kind: 'system',
    print: async (document, beforeFirstByte, giveUp) => {
      await beforeFirstByte()
      const id = await submit(name, document)
      await untilCompleted(name, id, giveUp)
    },
  }
}

/** Gives a job to the spooler and returns its id, such as `till-17`. */
async function submit(name: string, { title, bytes }: PrintDocument): Promise<string> {
  // An agent that is killed takes nothing back: then the spooler does, once it has begun.
  const options = ['-o', 'raw', '-o', `job-cancel-after=${jobTtlMs / 1_000}`]
  const args = ['-d', name, '-t', title, ...options]
  const { code, stdout, stderr } = await cups('lp', args, SUBMIT_MS, bytes)
  // lp fails before it hands anything over, unless it was killed at the timeout.
  if (code === null) throw new PrinterFailure('the spooler did not answer', true)
  const id = /request id is (\S+)/.exec(stdout)?.[1]
  if (code !== 0 || id === undefined) throw new PrinterFailure(stderr, false)
  return id
}

async function untilCompleted(
  name: string,
  id: string,
  giveUp: AbortSignal,
): Promise<void> {
  let told = ''
  let cancelledAtMs: number | undefined
  for (let pauseMs = 100; ; pauseMs = Math.min(2_000, pauseMs * 2)) {
    const job = await spooledJob(name, id).catch((error: Error) => ({
      status: error.message,
    }))
    if (job === undefined) return
    if ('problem' in job) throw new PrinterFailure(job.problem, true)
    if (job.status !== told && pauseMs > 1_000) {
      log('print-waits', { printer: name, reason: job.status })
      told = job.status
    }
    if (cancelledAtMs && performance.now() - cancelledAtMs > CANCEL_MS) {
      throw new PrinterFailure(`the spooler kept the job: ${job.status}`, true)
    }
    if (giveUp.aborted && !cancelledAtMs) {
      cancelledAtMs = performance.now()
      await cups('cancel', [id], LIST_MS).catch(() => undefined)
    }
    await pause(pauseMs, cancelledAtMs ? undefined : giveUp)
  }
}

/** A job that waits or ended without success; undefined once it is completed. */
async function spooledJob(
  name: string,
  id: string,
): Promise<{ status: string } | { problem: string } | undefined> {
  const waiting = await jobIn('not-completed', name, id)
  if (waiting) return { status: waiting.status || waiting.alerts }
  // A spooler that keeps no history lists it nowhere.
  const ended = await jobIn('completed', name, id)
  if (!ended || !/cancel|abort/.test(ended.alerts)) return undefined
  return { problem: `the spooler: ${ended.status || ended.alerts}` }
}

async function jobIn(which: 'completed' | 'not-completed', name: string, id: string) {
  const { code, stdout } = await cups('lpstat', ['-l', '-W', which, '-o', name], LIST_MS)
  if (code === null) throw new PrinterFailure('lpstat did not answer', true)
  const jobs = stdout.split(/^(?=\S)/m)
  const lines = jobs.find((job) => job.split(/\s/, 1)[0] === id)
  if (lines === undefined) return undefined
  const field = (label: string) =>
    new RegExp(`^\\s+${label}: *(.*)$`, 'm').exec(lines)?.[1] ?? ''
  return { status: field('Status'), alerts: field('Alerts') }
}

function cups(
  program: string,
  args: string[],
  timeoutMs: number,
  input?: Uint8Array,
): Promise<ChildResult> {
  return runChild(program, args, { timeoutMs, ...(input && { input }) }).catch(
    (error: Error) => {
      throw new PrinterFailure(`cannot run ${program}: ${error.message}`, false)
    },
  )
}
