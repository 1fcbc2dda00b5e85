import { jobTtlMs } from '../../shared/paper/queue/print-job.ts'
import { pause } from '../../shared/pause.ts'
import { log } from '../log.ts'
import { runChild } from './child.ts'
import { failed, type PrintDocument, type Printer, PrinterFailure } from './printer.ts'

const listMs = 10_000
const submitMs = 60_000

/** How long the spooler may take to say what became of a job. */
const answerMs = 10_000

/**
 * The printers of Linux and macOS (CUPS). A job that is not printed in time, or waits in
 * a stopped queue, is cancelled: otherwise it comes out hours later, or twice. Throws
 * PrinterFailure.
 */
export async function cupsPrinters(): Promise<Printer[]> {
  const [{ code, stdout }, queues] = await Promise.all([
    cups('lpstat', ['-e'], listMs),
    cups('lpstat', ['-p'], listMs),
  ])
  if (code === null) throw new PrinterFailure('lpstat did not answer', false)
  const entries = entriesOf(queues.stdout)
  // Without any printer lpstat exits with 1, which is not a failure here.
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((name) => cupsPrinter(name, haltOf(queueIn(entries, name) ?? '')))
}

function cupsPrinter(name: string, halt: string | undefined): Printer {
  return {
    name,
    kind: 'system',
    halt,
    print: async (document, beforeFirstByte, giveUp) => {
      await requireRunning(name)
      await beforeFirstByte()
      const id = await submit(name, document)
      await untilCompleted(name, id, giveUp)
    },
  }
}

/** Throws PrinterFailure while a queue is stopped in CUPS, or holds what it is given. */
export async function requireRunning(name: string): Promise<void> {
  const { halt } = await readQueue(name, 'not-completed')
  if (halt) throw new PrinterFailure(halt, false)
}

/** Gives a job to the spooler and returns its id, such as `till-17`. */
async function submit(name: string, { title, bytes }: PrintDocument): Promise<string> {
  // An agent that is killed takes nothing back: then the spooler does, once it has begun.
  const options = ['-o', 'raw', '-o', `job-cancel-after=${jobTtlMs / 1_000}`]
  const args = ['-d', name, '-t', title, ...options]
  const { code, stdout, stderr } = await cups('lp', args, submitMs, bytes)
  // lp fails before it hands anything over, unless it was killed at the timeout.
  if (code === null) throw new PrinterFailure('the spooler did not answer', true)
  const id = /request id is (\S+)/.exec(stdout)?.[1]
  if (code !== 0 || id === undefined) throw new PrinterFailure(stderr, false)
  return id
}

async function untilCompleted(name: string, id: string, giveUp: AbortSignal) {
  let told = ''
  let silentSinceMs: number | undefined
  for (let pauseMs = 100; ; pauseMs = Math.min(2_000, pauseMs * 2)) {
    const queue = await readQueue(name, 'not-completed').catch((error: Error) => error)
    const [waits, reason] =
      queue instanceof Error
        ? [true, queue.message]
        : [queue.jobs.has(id) && !queue.halt, queue.halt ?? queue.jobs.get(id)?.status]
    if (reason && reason !== told && pauseMs > 1_000) {
      log('print-waits', { printer: name, reason })
      told = reason
    }
    if (!waits || giveUp.aborted) {
      const end = await endOf(id)
      if (end === 'completed') return
      if (end) {
        const ending = giveUp.aborted ? 'took too long with' : `has ${end}`
        const problem = reason || told || `the spooler ${ending} the job`
        throw new PrinterFailure(problem, await hasBegun(name, id))
      }
      silentSinceMs ??= performance.now()
      if (giveUp.aborted && performance.now() - silentSinceMs > answerMs) {
        throw new PrinterFailure(`the spooler kept the job: ${reason || told}`, true)
      }
    }
    await pause(pauseMs, giveUp.aborted ? undefined : giveUp)
  }
}

/**
 * Ends a job and says how it ended, if the spooler does. `lpstat` lists a cancelled job
 * as completed; only `cancel` tells them apart.
 */
async function endOf(id: string) {
  const { code = null, stderr = '' } =
    (await cups('cancel', [id], listMs).catch(() => undefined)) ?? {}
  if (code === 0) return 'cancelled'
  // A spooler that keeps no history does not know it any more.
  if (/already completed|does not exist/.test(stderr)) return 'completed'
  if (/already cancell?ed/.test(stderr)) return 'cancelled'
  return stderr.includes('already aborted') ? 'aborted' : undefined
}

/** Whether any of a job that has ended may be on paper. */
async function hasBegun(name: string, id: string): Promise<boolean> {
  const queue = await readQueue(name, 'completed').catch(() => undefined)
  return queue?.jobs.get(id)?.hasBegun ?? true
}

/** A queue's jobs by their ids, and why it prints none of them now, if it does not. */
async function readQueue(name: string, which: 'completed' | 'not-completed') {
  const args = ['-l', '-W', which, '-o', name, '-p', name]
  const { stdout, stderr } = await cups('lpstat', args, listMs)
  const entries = entriesOf(stdout)
  const queue = queueIn(entries, name)
  // A spooler that does not run lists nothing, and not every version says why.
  if (!queue) throw new PrinterFailure(stderr || 'the spooler did not answer', false)
  return {
    halt: haltOf(queue),
    jobs: new Map(
      entries.map((entry) => [entry.split(/\s/, 1)[0] ?? '', spooledJob(entry)]),
    ),
  }
}

const entriesOf = (stdout: string) => stdout.split(/^(?=\S)/m)

const queueIn = (entries: readonly string[], name: string) =>
  entries.find((entry) => entry.startsWith(`printer ${name} `))

function haltOf(queue: string): string | undefined {
  const [first = '', second = ''] = queue.split('\n')
  if (first.includes(' is holding new jobs')) return 'its queue holds new jobs in CUPS'
  if (!/^printer \S+ disabled/.test(first)) return undefined
  const reason = second.trim()
  return /^(|Paused|reason unknown|Form mounted:)$/.test(reason)
    ? 'its queue is stopped in CUPS'
    : `its queue is stopped in CUPS: ${reason}`
}

/** CUPS gives a job its field `Status`, which may be blank, when it begins it. */
function spooledJob(entry: string) {
  const field = (label: string) =>
    new RegExp(`^\\s+${label}: *(.*)$`, 'm').exec(entry)?.[1]
  const status = field('Status')
  const alerts = field('Alerts')?.replace('none', '')
  return { status: status || alerts || '', hasBegun: status !== undefined }
}

const cups = (program: string, args: string[], timeoutMs: number, input?: Uint8Array) =>
  runChild(program, args, { timeoutMs, ...(input && { input }) }).catch(
    failed(false, `cannot run ${program}: `),
  )
