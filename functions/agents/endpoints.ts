import { Agent, AgentEnrolment, AgentInput } from '../../shared/agents/agent.ts'
import { ReceivedPayments } from '../../shared/agents/protocol/received-payment.ts'
import { Report, ReportResponse } from '../../shared/agents/protocol/report.ts'
import {
  ExchangeRequest,
  ExchangeResponse,
} from '../../shared/agents/protocol/token-exchange.ts'
import {
  maxTunnelAnswerBytes,
  PaymentEnd,
  TunnelAnswer,
} from '../../shared/agents/protocol/tunnel-frame.ts'
import {
  JobBegin,
  JobOutcomeReport,
  QueueCredentials,
} from '../../shared/paper/queue/print-job.ts'
import { del, get, group, post } from '../../shared/platform/http/endpoint.ts'
import { message } from '../../shared/platform/http/problem.ts'
import { json, list, noContent } from '../../shared/platform/http/reply.ts'

/** On-site agents: their administration, and the agents' own calls. */
export const endpoints = group(
  'agents',
  [
    'table',
    'token-key',
    'tunnel-key',
    'agent-queues',
    'print-queues',
    'tunnels:close',
    'node',
    'watchers:post',
    'fan-out',
  ],
  {
    list: get('/agents', {
      summary: 'Lists on-site agents with their printers and what waits for them',
      access: 'administrator',
      reply: list(Agent),
    }),
    enrol: post('/agents', {
      summary: 'Creates an agent and its enrolment token',
      access: 'administrator',
      audit: ['agent'],
      body: AgentInput,
      repeat: 'no-key',
      reply: json(AgentEnrolment, 201),
    }),
    revoke: del('/agents/{id}', {
      summary: 'Revokes an agent and its queue',
      access: 'administrator',
      audit: ['agent'],
      reply: noContent,
      problems: { notFound: message(404, 'Agent not found') },
    }),
    exchange: post('/agents/exchange', {
      summary: "Exchanges an enrolment token for the agent's own secret",
      access: 'public',
      notAudited: 'the report of an agent',
      credential: 'enrolmentToken',
      expensive: 'asking',
      body: ExchangeRequest,
      repeat: 'no-key',
      reply: json(ExchangeResponse),
      failures: ['unauthenticated'],
    }),
    credentials: post('/agents/credentials', {
      summary: "Gets short-lived credentials for the agent's queue and answers",
      access: 'agent',
      notAudited: 'the report of an agent',
      repeat: 'no-key',
      reply: json(QueueCredentials),
    }),
    report: post('/agents/report', {
      summary: 'Reports printers and version, as a heartbeat',
      access: 'agent',
      notAudited: 'the report of an agent',
      body: Report,
      reply: json(ReportResponse),
    }),
    jobState: post('/agents/jobs/{jobId}', {
      summary: 'Reports how a print job ended',
      access: 'agent',
      notAudited: 'the report of an agent',
      body: JobOutcomeReport,
      reply: noContent,
      problems: {
        notFound: message(404, 'Print job not found'),
        conflict: message(409, 'Print job {jobId} ended otherwise'),
      },
    }),
    beginJob: post('/agents/jobs/{jobId}/begin', {
      summary: 'Takes a print job that is about to be printed',
      access: 'agent',
      notAudited: 'the report of an agent',
      body: JobBegin,
      reply: noContent,
      problems: {
        notFound: message(404, 'Print job not found'),
        conflict: message(409, 'Print job {jobId} is over'),
      },
    }),
    payments: post('/agents/payments', {
      summary: 'Reports payments that the webhook missed',
      access: 'agent',
      notAudited: 'the report of an agent',
      body: ReceivedPayments,
      repeat: 'no-key',
      reply: noContent,
      problems: { conflict: message(409, 'Only the agent of the node reports payments') },
    }),
    tunnelAnswer: post('/agents/tunnel/{requestId}', {
      summary: "Sends the node's answer to a tunnelled request",
      access: 'agent',
      notAudited: 'the report of an agent',
      rawBody: true,
      wireBody: { contentType: 'application/gzip', schema: TunnelAnswer },
      bodyLimit: maxTunnelAnswerBytes,
      repeat: 'no-key',
      reply: noContent,
      problems: { notFound: message(404, 'Nobody waits for this answer') },
    }),
    paymentEnd: post('/agents/tunnel/{requestId}/end', {
      summary: "Reports the node's late answer to a payment",
      access: 'agent',
      notAudited: 'the report of an agent',
      body: PaymentEnd,
      repeat: 'no-key',
      reply: noContent,
      problems: { notFound: message(404, 'The request was not for this agent') },
    }),
  },
)
