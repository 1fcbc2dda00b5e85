import * as z from 'zod'
import { isoTime, natural, nonBlank, recordId } from '../platform/validation/fields.ts'
import { PrinterState, ReportedPrinter } from './protocol/report.ts'

const AgentPrinter = ReportedPrinter.extend({
  ...PrinterState.shape,
  waiting: natural.describe('Jobs that wait for it, or that it prints now'),
  ambiguous: z
    .boolean()
    .describe('Whether another agent has a printer of this name, too'),
}).meta({ id: 'AgentPrinter', description: 'A printer of an on-site agent' })

const WaitingJob = z
  .object({
    id: recordId(),
    printerName: z.string().describe('As its agent reports it, such as oven'),
    createdAt: isoTime,
  })
  .meta({ id: 'WaitingJob', description: 'A print job that waits for its printer' })

/** An on-site agent as an administrator sees it. */
export const Agent = z
  .object({
    id: recordId(),
    name: z.string().describe('Name for administrators, such as counter'),
    enrolled: z.boolean().describe('Whether its enrolment token was exchanged'),
    /** null before the first heartbeat, like `lastSeenMs`. */
    version: z.string().nullable().describe('Version of the program'),
    currentVersion: z
      .string()
      .describe("The deployment's version, to which an agent is best updated"),
    lastSeenMs: z.int().nullable().describe('Unix ms of the last heartbeat'),
    printers: z.array(AgentPrinter).describe('The printers that the agent has found'),
    servesNode: z
      .boolean()
      .describe('Whether it was enrolled with a node, so that it may open the tunnel'),
    tunnelConnected: z.boolean().describe('Whether the tunnel to the node is open now'),
    nodeRefusesPassword: z
      .boolean()
      .describe("Whether the node refuses the agent's password, as it last reported"),
    queueDepth: z
      .int()
      .nullable()
      .describe('Jobs in its queue and its hands, approximately; null if unknown'),
    oldestJob: WaitingJob.nullable().describe('The oldest job that is not printed yet'),
  })
  .meta({ id: 'Agent', description: 'An on-site agent' })
export type Agent = z.output<typeof Agent>

/** Body of POST /agents. */
export const AgentInput = z
  .object({ name: nonBlank.max(100).describe('Name that an administrator gives it') })
  .meta({ id: 'AgentInput' })
export type AgentInput = z.output<typeof AgentInput>

/** Reply of POST /agents. The token is not stored, so no other reply has it. */
export const AgentEnrolment = z
  .object({
    id: recordId(),
    enrolmentToken: z.string().describe('Shown once; for its first start'),
  })
  .meta({
    id: 'AgentEnrolment',
    description: 'A new agent; no other response has its token',
  })
export type AgentEnrolment = z.output<typeof AgentEnrolment>
