import * as z from 'zod'
import { JobOutcome } from '../../shared/paper/queue/job-outcomes.ts'
import { unreachableReason } from '../unreachable-reason.ts'
import {
  FoundPrinter,
  type Problem,
  type Status,
  withJob,
  withLink,
  withPrinterProblem,
  withPrinters,
  withProblem,
} from './status.ts'

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
