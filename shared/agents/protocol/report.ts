import * as z from 'zod'
import { attempts, maxDetailLength } from '../../paper/queue/print-job.ts'
import { natural, nonBlank, text } from '../../platform/validation/fields.ts'

/** Ways in which an agent reaches a printer: the operating system's spooler, raw TCP, ... */
export const PrinterKind = z
  .enum(['system', 'network', 'device', 'virtual'])
  .meta({ id: 'PrinterKind', description: 'How an agent reaches a printer' })
export type PrinterKind = z.infer<typeof PrinterKind>

/** A printer as its agent reports it. */
export const ReportedPrinter = z
  .object({
    name: nonBlank.max(255).describe('Name on its computer, such as oven'),
    kind: PrinterKind,
  })
  .meta({ id: 'ReportedPrinter', description: 'A printer as its agent reports it' })
export type ReportedPrinter = z.infer<typeof ReportedPrinter>

/** State of a printer; times are Unix ms of the cloud's clock. */
const printerState = {
  lastPrintedMs: natural.nullable().describe('Unix ms of the last receipt'),
  failingSinceMs: natural.nullable().describe('Unix ms; null while it works'),
  problem: text.max(maxDetailLength).nullable().describe('Why it fails'),
}

/** A printer with its state, which older agents do not report. */
export const PrinterReport = ReportedPrinter.extend(
  z.object(printerState).partial().shape,
).meta({ id: 'PrinterReport', description: 'A printer and what it does' })
export type PrinterReport = z.infer<typeof PrinterReport>

/** The state of a printer as lists show it. */
export const PrinterState = z.object(printerState)
export type PrinterState = z.infer<typeof PrinterState>

/** Returns a printer's state as its agent reported it; all null for an older agent's. */
export const stateOf = ({
  lastPrintedMs = null,
  failingSinceMs = null,
  problem = null,
}: Partial<PrinterReport>): PrinterState => ({ lastPrintedMs, failingSinceMs, problem })

/** Jobs in a heartbeat at most. */
export const maxProgress = 20

/** A job that its agent could not print yet, and tries again. */
export const JobProgress = z
  .object({
    id: nonBlank.max(100).describe('Id of the record, a UUID'),
    attempts,
    error: text.max(maxDetailLength).describe('Why the last attempt failed'),
  })
  .meta({ id: 'JobProgress', description: 'A print job that is tried again' })
export type JobProgress = z.infer<typeof JobProgress>

/** Body of POST /agents/report, the agent's heartbeat. */
export const Report = z
  .object({
    printers: z.array(PrinterReport).max(200).describe('All its printers at this moment'),
    version: text.max(100).describe('Version of the program'),
    /** Element types that the agent prints; older agents do not say it. */
    elementTypes: z
      .array(text.max(40))
      .max(100)
      .optional()
      .describe('Element types that the agent prints'),
    /** Older agents print what they receive. */
    claimsJobs: z
      .boolean()
      .optional()
      .describe('Whether it asks for each job before it prints it'),
    /** Left out by older agents, by those without a node, and before the first call. */
    nodeRefusesPassword: z
      .boolean()
      .optional()
      .describe("Whether the node refused the agent's password at its last call"),
    /** Left out by older agents, by those without a node, and before its first answer. */
    nodePeerLost: z
      .boolean()
      .optional()
      .describe('Whether the node answers without a line to its peer: nobody can pay it'),
    /** Left out by older agents, and while there is no tunnel. */
    tunnelId: text
      .max(100)
      .optional()
      .describe("The id that the agent gave its tunnel's connection"),
    /** Left out by older agents. */
    tunnelHeartbeats: z
      .boolean()
      .optional()
      .describe('Whether it can send heartbeats through its tunnel'),
    jobs: z
      .array(JobProgress)
      .max(maxProgress)
      .optional()
      .describe('Jobs of which an attempt has failed since the last heartbeat'),
  })
  .meta({ id: 'Heartbeat', description: 'What an agent reports regularly' })
export type Report = z.infer<typeof Report>

/** Reply of POST /agents/report: the tunnel and its URL, and when the next heartbeat is due. */
export const ReportResponse = z
  .object({
    tunnelUrl: z
      .url({ protocol: /^wss?$/ })
      .describe('WebSocket to keep open, such as wss://tunnel.example.com/live'),
    nextReportSeconds: z.number().positive().describe('In seconds'),
    /** Left out by older clouds. */
    unchangedReportSeconds: z
      .number()
      .positive()
      .optional()
      .describe(
        'How often to report though nothing has changed, when heartbeats go through the tunnel; ' +
          'they do not where it is left out',
      ),
    /** Older clouds leave it out. */
    renewTunnel: z
      .boolean()
      .optional()
      .describe(
        'Whether requests do not reach the tunnel of the heartbeat: the agent opens another',
      ),
  })
  .meta({ id: 'HeartbeatReply' })
export type ReportResponse = z.infer<typeof ReportResponse>
