import * as z from 'zod'
import { QueueCredentials } from '../../shared/agents/protocol/credentials.ts'
import {
  ExchangeRequest,
  ExchangeResponse,
} from '../../shared/agents/protocol/exchange.ts'
import { JobOutcomeReport } from '../../shared/agents/protocol/job-outcomes.ts'
import { ReceivedPayments } from '../../shared/agents/protocol/received-payment.ts'
import {
  Report,
  ReportedPrinter,
  ReportResponse,
} from '../../shared/agents/protocol/report.ts'
import { maxTunnelAnswerBytes } from '../../shared/agents/protocol/tunnel-frame.ts'
import { del, get, group, post } from '../../shared/http/endpoint.ts'
import { message } from '../../shared/http/problem.ts'
import { json, list, noContent } from '../../shared/http/reply.ts'
import { nonBlank } from '../../shared/validation/fields.ts'

const Agent = z.object({
  id: z.string(),
  name: z.string(),
  enrolled: z.boolean(),
  version: z.string().nullable(),
  lastSeenMs: z.int().nullable(),
  printers: z.array(ReportedPrinter),
  tunnelConnected: z.boolean(),
})

/** On-site agents: their administration, and the calls they make with their own secret. */
export const endpoints = group(
  'agents',
  ['table', 'token-key', 'agent-queues', 'tunnels:close', 'watchers:post', 'fan-out'],
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
      problems: { notFound: message(404, 'Agent not found') },
    }),
    exchange: post('/agents/exchange', {
      access: 'public',
      body: ExchangeRequest,
      idempotent: false,
      reply: json(ExchangeResponse),
    }),
    credentials: post('/agents/credentials', {
      access: 'agent',
      idempotent: false,
      reply: json(QueueCredentials),
    }),
    report: post('/agents/report', {
      access: 'agent',
      body: Report,
      reply: json(ReportResponse),
    }),
    jobState: post('/agents/jobs/{jobId}', {
      access: 'agent',
      body: JobOutcomeReport,
      reply: noContent,
      problems: {
        notFound: message(404, 'Print job not found'),
        conflict: message(409, 'Print job {jobId} ended otherwise'),
      },
    }),
    payments: post('/agents/payments', {
      access: 'agent',
      body: ReceivedPayments,
      idempotent: false,
      reply: noContent,
    }),
    tunnelAnswer: post('/agents/tunnel/{requestId}', {
      access: 'agent',
      rawBody: true,
      bodyLimit: maxTunnelAnswerBytes,
      idempotent: false,
      reply: noContent,
      problems: { notFound: message(404, 'Nobody waits for this answer') },
    }),
  },
)
