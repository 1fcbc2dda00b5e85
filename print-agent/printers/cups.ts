import { jobTtlMs } from '../../shared/paper/queue/print-job.ts'
import { pause } from '../../shared/pause.ts'
import { log } from '../log.ts'
import { runChild } from './child.ts'
import {
  type Doubt,
  failed,
  type PrintDocument,
  type Printer,
  PrinterFailure,
} from './printer.ts'

const listMs = 10_000
const submitMs = 60_000

/** Time in which the spooler must say how a job ended. */
const answerMs = 10_000

/** Time for which a waiting printer keeps its reported reason. */
const toldMs = 60_000

/**
 * The printers of Linux and macOS (CUPS). A job that is not printed in time, or waits in
 * a stopped queue, is cancelled: otherwise it comes out hours later, or twice. Instances such
 * as `till/draft` are left out: their options mean nothing to raw bytes, and `till/draft` is
 * the printer draft of the agent till. Throws PrinterFailure.
 */
export async function cupsPrinters(): Promise<Printer[]> {
  const [{ code, stdout }, queues, devices] = await Promise.all([
    cups('lpstat', ['-e'], listMs),
    cups('lpstat', ['-p'], listMs),
    readDevices(),
  ])
  if (code === null) throw new PrinterFailure('lpstat did not answer', false)
  const entries = entriesOf(queues.stdout)
  // Without any printer lpstat exits with 1, which is not a failure here.
  return stdout
    .split('\n')
    .filter((name) => name !== '' && !name.includes('/'))
    .map((name) => {
      const halt = haltOf(queueIn(entries, name) ?? '')
      return cupsPrinter(name, halt, doubtOf(devices.get(name)))
    })
}

/** The device of each queue, such as `socket://192.168.1.50:9100`. */
async function readDevices(): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await cups('lpstat', ['-v'], listMs)
  const lines = stdout.matchAll(/^device for (\S+): (\S+)$/gm)
  return new Map(Array.from(lines, ([, name = '', device = '']) => [name, device]))
}

/** Raw TCP, also behind another backend, such as `beh:/1/3/5/socket://192.168.1.50`. */
const rawTcp = /(?:^|\/)socket:\/\/|\._pdl-datastream\._tcp/

const doubtOf = (device = ''): Doubt | undefined =>
  rawTcp.test(device)
    ? 'its queue in CUPS does not know whether the printer read it'
    : undefined

/** A queue that sends by raw TCP, and its printer's address where it names one. */
export type RawTcpQueue = {
  readonly name: string
  readonly address?: { readonly host: string; readonly port: number }
}

/** The queues whose completed jobs may be on no paper. Throws PrinterFailure. */
export async function rawTcpQueues(): Promise<RawTcpQueue[]> {
  const devices = await readDevices()
  return [...devices]
    .filter(([name, device]) => !name.includes('/') && rawTcp.test(device))
    .map(([name, device]) => {
      const [, text] = /(?:^|\/)socket:\/\/([^/?]+)/.exec(device) ?? []
      const url = text === undefined ? null : URL.parse(`socket://${text}`)
      if (!url) return { name }
      const host = url.hostname.replace(/^\[|\]$/g, '')
      return { name, address: { host, port: Number(url.port || 9100) } }
    })
}

function cupsPrinter(
  name: string,
  halt: string | undefined,
  doubt: Doubt | undefined,
): Printer {
  return {
    name,
    kind: 'system',
    halt,
    print: async (document, beforeFirstByte, giveUp) => {
      await requireRunning(name)
      await beforeFirstByte()
      const id = await submit(name, document)
      await untilCompleted(name, id, giveUp)
      const { status } = (await endedJob(name, id)) ?? {}
      if (status === undefined) return doubt ?? 'the spooler keeps no finished jobs'
      // CUPS completes a job all the same that its printer has refused
      if (refusal.test(status)) throw new PrinterFailure(status, true, true)
      if (brokenOff.test(status)) throw new PrinterFailure(status, true)
      return doubt
    },
  }
}

/** Throws PrinterFailure while a queue is stopped in CUPS, or holds its jobs. */
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
  let toldAtMs = Number.NEGATIVE_INFINITY
  let silentSinceMs: number | undefined
  for (let pauseMs = 100; ; pauseMs = Math.min(2_000, pauseMs * 2)) {
    const queue = await readQueue(name, 'not-completed').catch((error: Error) => error)
    const [waits, reason] =
      queue instanceof Error
        ? [true, queue.message]
        : [queue.jobs.has(id) && !queue.halt, queue.halt ?? reasonOf(queue, id)]
    // A printer that waits changes its words all the time
    const isNews = reason !== told && performance.now() - toldAtMs > toldMs
    if (reason && isNews && pauseMs > 1_000) {
      log('print-waits', { printer: name, reason })
      told = reason
      toldAtMs = performance.now()
    }
    const isBroken = brokenOff.test(reason ?? '')
    if (!waits || isBroken || giveUp.aborted) {
      const end = await endOf(id)
      if (end === 'completed') return
      if (end) {
        if (isBroken) throw new PrinterFailure(reason ?? '', true)
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

/** A printer's words for a document that it does not print: the next attempt would be the same. */
const refusal =
  /^(Unable to add document|Printer cannot print|Print job (was not accepted|canceled at))/

/**
 * The connection broke in the middle of a receipt. CUPS would print it again half a minute
 * later, without a mark.
 */
const brokenOff = /^Unable to write print data/

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

/** True if a part of an ended job may be on paper. */
const hasBegun = async (name: string, id: string): Promise<boolean> =>
  (await endedJob(name, id))?.hasBegun ?? true

/** A job that has ended; undefined where the spooler does not know it any more. */
async function endedJob(name: string, id: string) {
  const queue = await readQueue(name, 'completed').catch(() => undefined)
  return queue?.jobs.get(id)
}

/**
 * Returns a queue's jobs by id, and the reason why it prints none of them now, if it does not.
 */
async function readQueue(name: string, which: 'completed' | 'not-completed') {
  const args = ['-l', '-W', which, '-o', name, '-p', name]
  const { stdout, stderr } = await cups('lpstat', args, listMs)
  const entries = entriesOf(stdout)
  const queue = queueIn(entries, name)
  // A spooler that does not run lists nothing, and not every version says why.
  if (!queue) throw new PrinterFailure(stderr || 'the spooler did not answer', false)
  return {
    halt: haltOf(queue),
    alerts: alertsOf(queue),
    jobs: new Map(
      entries.map((entry) => [entry.split(/\s/, 1)[0] ?? '', spooledJob(entry)]),
    ),
  }
}

/**
 * Returns the reason why a job is not printed yet, in the words of the backend and of the
 * printer.
 */
const reasonOf = ({ jobs, alerts }: Awaited<ReturnType<typeof readQueue>>, id: string) =>
  [jobs.get(id)?.status, alerts].filter(Boolean).join(' ')

/** Returns the printer's own alerts, such as `media-empty-warning`. */
const alertsOf = (queue: string): string =>
  (/^\s+Alerts: *(.*)$/m.exec(queue)?.[1] ?? '')
    .split(' ')
    .filter((alert) => alert !== 'none' && !alert.startsWith('cups-'))
    .join(' ')

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
