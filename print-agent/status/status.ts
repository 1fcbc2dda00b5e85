import * as z from 'zod'
import { ReportedPrinter } from '../../shared/agents/protocol/report.ts'
import { JobOutcome } from '../../shared/paper/queue/job-outcomes.ts'

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
const MAX_JOBS = 20
const MAX_PROBLEMS = 20

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
  const problems = [{ ...problem, atMs: nowMs }, ...others].slice(0, MAX_PROBLEMS)
  return { ...status, problems }
}

/** The status with one more finished job. Its printer works if it has printed it. */
export function withJob(
  status: Status,
  job: Omit<Status['jobs'][number], 'atMs'>,
  nowMs: number,
): Status {
  const jobs = [{ ...job, atMs: nowMs }, ...status.jobs].slice(0, MAX_JOBS)
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
