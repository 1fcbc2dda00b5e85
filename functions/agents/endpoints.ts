import * as z from 'zod'
import { del, get, group, post } from '../../shared/http/endpoint.ts'
import { natural, nonBlank, text } from '../../shared/http/fields.ts'
import { message } from '../../shared/http/problem.ts'
import { json, list, noContent } from '../../shared/http/reply.ts'
import { Notification } from '../../shared/lightning/notification.ts'
import { jobOutcomes } from '../../shared/printing/job-outcomes.ts'

const ReportedPrinter = z.object({
  name: nonBlank.max(255),
  kind: z.enum(['system', 'network', 'device', 'virtual']),
})

const Agent = z.object({
  id: z.string(),
  name: z.string(),
  enrolled: z.boolean(),
  version: z.string().nullable(),
  lastSeenMs: z.int().nullable(),
  printers: z.array(ReportedPrinter),
  tunnelConnected: z.boolean(),
})

const QueueAccess = z.object({
  queueUrl: z.string(),
  region: z.string(),
  endpoint: z.string().nullable(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  sessionToken: z.string().nullable(),
  expiresAtMs: z.int(),
})

/** `completedAtMs` is Unix ms of the node's clock. */
const ReceivedPayment = Notification.pick({
  externalId: true,
  payerNote: true,
  payerKey: true,
}).extend({
  paymentHash: nonBlank.max(128),
  amountSat: natural,
  completedAtMs: natural,
})
export type ReceivedPayment = z.output<typeof ReceivedPayment>

/** At least 32 random bytes in base64url. */
const Secret = z.string().regex(/^[\w-]{43,200}$/, 'must be 32 random bytes in base64url')

/** Lambda takes 6 MB with the body in base64, so more would not arrive at all. */
const largestAnswer = 4 * 1024 * 1024

/** On-site agents: their administration, and the calls they make with their own secret. */
export const endpoints = group(
  'agents',
  ['table', 'token-key', 'agent-queues', 'tunnels:close', 'watchers:post'],
  {
    list: get('/agents', { access: 'administrator', reply: list(Agent) }),
    enrol: post('/agents', {
      access: 'administrator',
      body: z.object({ name: nonBlank.max(100) }),
      idempotent: false,
      reply: json(z.object({ id: z.string(), enrolmentToken: z.string() }), 201),
    }),
    revoke: del('/agents/{id}', {
      access: 'administrator',
      reply: noContent,
      problems: { unknown: message(404, 'Agent not found') },
    }),
    exchange: post('/agents/exchange', {
      access: 'public',
      body: z.object({ secret: Secret }),
      idempotent: false,
      reply: json(z.object({ agentId: z.string() })),
    }),
    credentials: post('/agents/credentials', {
      access: 'agent',
      idempotent: false,
      reply: json(QueueAccess),
    }),
    report: post('/agents/report', {
      access: 'agent',
      body: z.object({
        printers: z.array(ReportedPrinter).max(200),
        version: text.max(100),
      }),
      reply: json(z.object({ tunnelUrl: z.string(), nextReportSeconds: z.int() })),
    }),
    jobState: post('/agents/jobs/{jobId}', {
      access: 'agent',
      body: z.object({ state: z.enum(jobOutcomes), detail: text.max(2_000).nullable() }),
      reply: noContent,
      problems: {
        unknown: message(404, 'Print job not found'),
        conflict: message(409, 'Print job {jobId} ended otherwise'),
      },
    }),
    payments: post('/agents/payments', {
      access: 'agent',
      body: z.object({ payments: z.array(ReceivedPayment).max(100) }),
      idempotent: false,
      reply: noContent,
    }),
    tunnelAnswer: post('/agents/tunnel/{requestId}', {
      access: 'agent',
      rawBody: true,
      bodyLimit: largestAnswer,
      idempotent: false,
      reply: noContent,
      problems: { unknown: message(404, 'Nobody waits for this answer') },
    }),
  },
)
