import * as z from 'zod'
import { ReportedPrinter } from '../../shared/agents/protocol/report.ts'
import { JobOutcome } from '../../shared/paper/queue/print-job.ts'
import { unreachableReason } from '../connectivity.ts'

/** A connection of the agent; times are Unix ms of this machine's clock. */
const Link = z.object({
  state: z.enum(['off', 'connecting', 'works', 'lost']),
  sinceMs: z.number(),
  reason: z.string().nullable(),
})
type Link = z.infer<typeof Link>

/** A recent problem, by its subject. */
const Problem = z.object({
  atMs: z.number(),
  about: z.enum(['cloud', 'queue', 'tunnel', 'node', 'printer', 'disk', 'clock']),
  /** The printer's name, where it concerns one. */
  printer: z.string().nullable(),
  reason: z.string(),
})
type Problem = z.infer<typeof Problem>

/** State of the agent, for the status page and the command `status`. */
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
      /** Time of the last print there since the agent started. */
      printedAtMs: z.number().nullable().catch(null),
      /** Reason why the operating system printed nothing there when it was last asked. */
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
      /** False for a printed job that no printer has confirmed. */
      confirmed: z.boolean().optional(),
    }),
  ),
  problems: z.array(Problem),
})
export type Status = z.infer<typeof Status>

/** Number of the newest jobs and problems that are kept. */
const maxKept = 20

/** The status of an agent that starts. */
export function firstStatus(
  agent: Pick<Status, 'version' | 'pid' | 'baseUrl'> & { hasNode: boolean },
  nowMs: number,
): Status {
  const { hasNode, ...identity } = agent
  const used: Link = { state: 'connecting', sinceMs: nowMs, reason: null }
  const ofNode: Link = hasNode ? used : { ...used, state: 'off' }
  const links = { cloud: used, queue: used, tunnel: ofNode, node: ofNode }
  const empty = { lastReportAtMs: null, printers: [], jobs: [], problems: [] }
  return { ...identity, startedAtMs: nowMs, ...links, ...empty }
}

/** The status after the cloud has accepted a heartbeat. */
export const afterReport = (status: Status, nowMs: number): Status => ({
  ...withLink(status, 'cloud', 'works', nowMs),
  lastReportAtMs: nowMs,
})

/** Fields of an event of the log, each optional. */
const Fields = z.object({
  reason: z.string().catch(''),
  problem: z.string().catch(''),
  printer: z.string().catch(''),
  jobId: z.string().catch(''),
  detail: z.string().nullable().catch(null),
  outcome: JobOutcome.catch('failed'),
  confirmed: z.boolean().optional().catch(undefined),
  error: z.unknown().optional(),
  printers: z.array(ReportedPrinter.extend({ halt: z.string().nullish() })).catch([]),
  secondsFast: z.number().catch(0),
})
type Fields = z.infer<typeof Fields>

type LinkName = 'cloud' | 'queue' | 'tunnel' | 'node'

/** The status after an event of the log; most events do not change it. */
export function afterEvent(
  status: Status,
  event: string,
  given: Record<string, unknown>,
  nowMs: number,
): Status {
  const fields = Fields.parse(given)
  const { reason, problem, printer, error } = fields
  const message = error instanceof Error ? error.message : String(error)
  const link = (name: LinkName, state: Link['state'], why?: string) =>
    withLink(status, name, state, nowMs, why)
  const lost = (name: LinkName, why = reason) => {
    const problem = { atMs: nowMs, about: name, printer: null, reason: why }
    return withProblem(link(name, 'lost', why), problem)
  }
  const failed = (about: Problem['about'], why: string) =>
    withProblem(status, { atMs: nowMs, about, printer: printer || null, reason: why })
  switch (event) {
    case 'cloud-reached':
    case 'cloud-back':
      return link('cloud', 'works')
    case 'queue-reached':
    case 'queue-back':
      return link('queue', 'works')
    case 'tunnel-open':
      return link('tunnel', 'works')
    case 'node-events-open':
      return link('node', 'works')
    case 'cloud-lost':
      return lost('cloud')
    case 'queue-lost':
      return lost('queue')
    case 'tunnel-lost':
      return lost('tunnel')
    case 'tunnel-closed':
      return link('tunnel', 'connecting', reason)
    case 'node-events-failed':
      return lost(
        'node',
        message.includes('401') ? 'it refuses the password' : unreachableReason(error),
      )
    case 'node-events-closed':
      return status.node.state === 'works' ? link('node', 'connecting') : status
    case 'printers-found':
      return withPrinters(status, fields.printers, nowMs)
    case 'print-failed':
      return withPrinterProblem(failed('printer', problem), printer, problem, nowMs)
    case 'print-waits':
      return withPrinterProblem(status, printer, reason, nowMs)
    case 'job-finished':
      return withJob(status, fields, nowMs)
    case 'system-printers-failed':
      return failed('printer', problem)
    case 'disk-failed':
      return failed('disk', message)
    case 'clock-differs': {
      const { secondsFast } = fields
      const off = secondsFast > 0 ? `${secondsFast} s fast` : `${-secondsFast} s slow`
      return failed('clock', off)
    }
    default:
      return status
  }
}

function withLink(
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

/** A problem that is already listed only gets the newer time. */
function withProblem(status: Status, problem: Problem): Status {
  const isOther = ({ about, printer, reason }: Problem) =>
    about !== problem.about || printer !== problem.printer || reason !== problem.reason
  const problems = [problem, ...status.problems.filter(isOther)].slice(0, maxKept)
  return { ...status, problems }
}

/** A printer that has printed a job works. */
function withJob(status: Status, fields: Fields, nowMs: number): Status {
  const { jobId, printer, outcome, detail, confirmed } = fields
  const job = { atMs: nowMs, jobId, printer, outcome, detail, confirmed }
  const jobs = [job, ...status.jobs].slice(0, maxKept)
  if (outcome !== 'printed' && outcome !== 'reprinted') return { ...status, jobs }
  const works = { problem: null, failingSinceMs: null, printedAtMs: nowMs }
  const printers = status.printers.map((each) =>
    each.name === printer ? { ...each, ...works } : each,
  )
  return { ...status, jobs, printers }
}

const withPrinterProblem = (
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

/** Returns the present printers, with the facts already known of them. */
const withPrinters = (
  status: Status,
  found: Fields['printers'],
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
