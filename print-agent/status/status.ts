import * as z from 'zod'
import { ReportedPrinter } from '../../shared/agents/protocol/report.ts'
import { JobOutcome } from '../../shared/paper/queue/job-outcomes.ts'
import { unreachableReason } from '../connectivity.ts'

/** A connection of the agent; times are Unix ms of this machine's clock. */
const Link = z.object({
  state: z.enum(['off', 'connecting', 'works', 'lost']),
  sinceMs: z.number(),
  reason: z.string().nullable(),
})
export type Link = z.infer<typeof Link>

/** What has gone wrong lately, by what it concerns. */
const Problem = z.object({
  atMs: z.number(),
  about: z.enum(['cloud', 'queue', 'tunnel', 'node', 'printer', 'disk', 'clock']),
  /** The printer's name, where it concerns one. */
  printer: z.string().nullable(),
  reason: z.string(),
})
export type Problem = z.infer<typeof Problem>

/** What the agent knows of itself, for the status page and the command `status`. */
export const Status = z.object({
  version: z.string(),
  /** Signals go there: 0 and below would reach more than one process. */
  pid: z.int().positive(),
  startedAtMs: z.number(),
  baseUrl: z.string(),
  /** null before the first heartbeat that the cloud has answered. */
  lastReportAtMs: z.number().nullable(),
  cloud: Link,
  queue: Link,
  tunnel: Link,
  node: Link,
  printers: z.array(
    ReportedPrinter.extend({
      problem: z.string().nullable(),
      failingSinceMs: z.number().nullable().catch(null),
      /** When the last job came out there since the agent started. */
      printedAtMs: z.number().nullable().catch(null),
      /** Why the operating system prints nothing there, when it was last asked. */
      halt: z.string().nullable().catch(null),
    }),
  ),
  jobs: z.array(
    z.object({
      atMs: z.number(),
      jobId: z.string(),
      printer: z.string(),
      outcome: JobOutcome,
      detail: z.string().nullable(),
    }),
  ),
  problems: z.array(Problem),
})
export type Status = z.infer<typeof Status>

/** The newest of each are kept. */
const maxJobs = 20
const maxProblems = 20

/** The status of an agent that starts. */
export function firstStatus(
  agent: Pick<Status, 'version' | 'pid' | 'baseUrl'> & { hasNode: boolean },
  nowMs: number,
): Status {
  const { hasNode, ...identity } = agent
  const link = (isUsed = true): Link => ({
    state: isUsed ? 'connecting' : 'off',
    sinceMs: nowMs,
    reason: null,
  })
  return {
    ...identity,
    startedAtMs: nowMs,
    lastReportAtMs: null,
    cloud: link(),
    queue: link(),
    tunnel: link(hasNode),
    node: link(hasNode),
    printers: [],
    jobs: [],
    problems: [],
  }
}

/** The status after the cloud has answered a heartbeat. */
export const afterReport = (status: Status, nowMs: number): Status => ({
  ...withLink(status, 'cloud', 'works', nowMs),
  lastReportAtMs: nowMs,
})

type LinkName = 'cloud' | 'queue' | 'tunnel' | 'node'

/** The status with a link in a state, which it may have had before. */
export function withLink(
  status: Status,
  name: LinkName,
  state: Link['state'],
  nowMs: number,
  reason: string | null = null,
): Status {
  const before = status[name]
  const isSame = before.state === state && before.reason === reason
  return isSame ? status : { ...status, [name]: { state, reason, sinceMs: nowMs } }
}

/** The status with one more problem; the same one again only gets the newer time. */
export function withProblem(
  status: Status,
  problem: Omit<Problem, 'atMs'>,
  nowMs: number,
): Status {
  const isSame = (other: Problem) =>
    other.about === problem.about &&
    other.printer === problem.printer &&
    other.reason === problem.reason
  const others = status.problems.filter((other) => !isSame(other))
  const problems = [{ ...problem, atMs: nowMs }, ...others].slice(0, maxProblems)
  return { ...status, problems }
}

/** The status with one more finished job. Its printer works if it has printed it. */
export function withJob(
  status: Status,
  job: Omit<Status['jobs'][number], 'atMs'>,
  nowMs: number,
): Status {
  const jobs = [{ ...job, atMs: nowMs }, ...status.jobs].slice(0, maxJobs)
  const isPrinted = job.outcome === 'printed' || job.outcome === 'reprinted'
  if (!isPrinted) return { ...status, jobs }
  const printers = status.printers.map((printer) =>
    printer.name === job.printer
      ? { ...printer, problem: null, failingSinceMs: null, printedAtMs: nowMs }
      : printer,
  )
  return { ...status, jobs, printers }
}

/** The status with what a printer fails of. */
export const withPrinterProblem = (
  status: Status,
  name: string,
  problem: string,
  nowMs: number,
): Status => ({
  ...status,
  printers: status.printers.map((printer) =>
    printer.name === name ? withItsProblem(printer, problem, nowMs) : printer,
  ),
})

const withItsProblem = (
  printer: Status['printers'][number],
  problem: string | null,
  nowMs: number,
) => ({
  ...printer,
  problem,
  failingSinceMs: problem === null ? null : (printer.failingSinceMs ?? nowMs),
})

/** A printer as it was found. */
export const FoundPrinter = ReportedPrinter.extend({ halt: z.string().nullish() })

/** The status with the printers that there are; what is known of them stays. */
export const withPrinters = (
  status: Status,
  found: readonly z.infer<typeof FoundPrinter>[],
  nowMs: number,
): Status => ({
  ...status,
  printers: found.map(({ name, kind, halt = null }) => {
    const before = status.printers.find((printer) => printer.name === name)
    const { problem = null, failingSinceMs = null, printedAtMs = null } = before ?? {}
    const printer = { name, kind, halt, problem, failingSinceMs, printedAtMs }
    const isOver = problem !== null && problem === before?.halt && halt === null
    return halt !== null || isOver ? withItsProblem(printer, halt, nowMs) : printer
  }),
})

/** Fields of an event of the log, of which only those that it has are given. */
const Fields = z.object({
  reason: z.string().catch(''),
  problem: z.string().catch(''),
  printer: z.string().catch(''),
  jobId: z.string().catch(''),
  detail: z.string().nullable().catch(null),
  outcome: JobOutcome.catch('failed'),
  error: z.unknown().optional(),
  printers: z.array(FoundPrinter).catch([]),
  secondsFast: z.number().catch(0),
})
type Fields = z.infer<typeof Fields>

type Change = (status: Status, fields: Fields, nowMs: number) => Status

const worksAgain =
  (name: 'cloud' | 'queue' | 'tunnel' | 'node'): Change =>
  (status, _fields, nowMs) =>
    withLink(status, name, 'works', nowMs)

const isLost =
  (
    name: 'cloud' | 'queue' | 'tunnel' | 'node',
    reasonOf = (fields: Fields) => fields.reason,
  ): Change =>
  (status, fields, nowMs) => {
    const reason = reasonOf(fields)
    const lost = withLink(status, name, 'lost', nowMs, reason)
    return withProblem(lost, { about: name, printer: null, reason }, nowMs)
  }

const isProblem =
  (about: Problem['about'], reasonOf: (fields: Fields) => string): Change =>
  (status, fields, nowMs) =>
    withProblem(
      status,
      { about, printer: fields.printer || null, reason: reasonOf(fields) },
      nowMs,
    )

const messageOf = ({ error }: Pick<Fields, 'error'>) =>
  error instanceof Error ? error.message : String(error)

const nodeReason = ({ error }: Fields) =>
  messageOf({ error }).includes('401')
    ? 'it refuses the password'
    : unreachableReason(error)

/** What each event of the log says about the agent's status; others say nothing. */
const changes: Readonly<Record<string, Change>> = {
  'cloud-reached': worksAgain('cloud'),
  'cloud-lost': isLost('cloud'),
  'cloud-back': worksAgain('cloud'),
  'queue-lost': isLost('queue'),
  'queue-reached': worksAgain('queue'),
  'queue-back': worksAgain('queue'),
  'tunnel-lost': isLost('tunnel'),
  'tunnel-open': worksAgain('tunnel'),
  'tunnel-closed': (status, { reason }, nowMs) =>
    withLink(status, 'tunnel', 'connecting', nowMs, reason),
  'node-events-open': worksAgain('node'),
  'node-events-failed': isLost('node', nodeReason),
  'node-events-closed': (status, _fields, nowMs) =>
    status.node.state === 'works'
      ? withLink(status, 'node', 'connecting', nowMs)
      : status,
  'printers-found': (status, { printers }, nowMs) =>
    withPrinters(status, printers, nowMs),
  'print-failed': (status, fields, nowMs) => {
    const { printer, problem } = fields
    const told = isProblem('printer', () => problem)(status, fields, nowMs)
    return withPrinterProblem(told, printer, problem, nowMs)
  },
  'print-waits': (status, { printer, reason }, nowMs) =>
    withPrinterProblem(status, printer, reason, nowMs),
  'job-finished': (status, { jobId, printer, outcome, detail }, nowMs) =>
    withJob(status, { jobId, printer, outcome, detail }, nowMs),
  'system-printers-failed': isProblem('printer', ({ problem }) => problem),
  'disk-failed': isProblem('disk', messageOf),
  'clock-differs': isProblem('clock', ({ secondsFast }) =>
    secondsFast > 0 ? `${secondsFast} s fast` : `${-secondsFast} s slow`,
  ),
}

/** The status after an event of the log. */
export function afterEvent(
  status: Status,
  event: string,
  fields: Record<string, unknown>,
  nowMs: number,
): Status {
  const change = Object.hasOwn(changes, event) ? changes[event] : undefined
  return change?.(status, Fields.parse(fields), nowMs) ?? status
}
