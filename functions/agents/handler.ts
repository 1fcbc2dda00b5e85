import packageJson from '../../package.json' with { type: 'json' }
import type { Agent } from '../../shared/agents/agent.ts'
import {
  type AgentRecord,
  allAgents,
  recordHeartbeat,
} from '../../shared/agents/agents.ts'
import { enrolAgent } from '../../shared/agents/enrolment.ts'
import { exchangeToken } from '../../shared/agents/exchange.ts'
import {
  beginJob,
  recordOutcome,
  recordProgress,
} from '../../shared/agents/job-changes.ts'
import { queueUrlOf, updatePrintQueue } from '../../shared/agents/print-queues.ts'
import { ambiguousNames } from '../../shared/agents/printer-names.ts'
import { heartbeatIntervalSeconds } from '../../shared/agents/protocol/heartbeat.ts'
import { queueCredentials } from '../../shared/agents/queue-credentials.ts'
import { revokeAgent } from '../../shared/agents/revoke.ts'
import { storeAnswer } from '../../shared/agents/tunnel-answers.ts'
import { waitingFor } from '../../shared/agents/waiting-jobs.ts'
import { resources } from '../../shared/deployment/resources.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { publishMissedPayments } from '../../shared/payments-feed/missed-payments.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ page, request }) => {
    const [listed, all] = await Promise.all([allAgents(page), page && allAgents()])
    const ambiguous = ambiguousNames(all ?? listed, request.nowMs)
    const waiting = await waitingFor(
      listed.map(({ id }) => id),
      request.nowMs,
    )
    return listed.map((agent) => ({
      queueDepth: null,
      oldestJob: null,
      ...onWire(agent, ambiguous),
      ...waiting.get(agent.id),
    }))
  },

  enrol: ({ body }) => enrolAgent(body.name),

  revoke: ({ params }) => revokeAgent(params.id),

  exchange: ({ body, request }) =>
    exchangeToken(request.headers.authorization, body.secret),

  credentials: async ({ caller: { id }, request }) => {
    const [credentials] = await Promise.all([
      queueCredentials(id, request.nowMs),
      updatePrintQueue(id),
    ])
    return { queueUrl: queueUrlOf(id), ...credentials }
  },

  report: async ({ caller, body, request }) => {
    await Promise.all([
      recordHeartbeat(caller, body, request.nowMs),
      recordProgress(caller.id, body.jobs ?? []),
    ])
    return {
      tunnelUrl: resources.tunnelUrl(),
      nextReportSeconds: heartbeatIntervalSeconds,
    }
  },

  jobState: ({ caller, params, body, request }) =>
    recordOutcome(params.jobId, caller.id, body, request.nowMs),

  beginJob: ({ caller, params, body }) =>
    beginJob(params.jobId, caller.id, body.attempts),

  payments: ({ body }) => publishMissedPayments(body.payments),

  tunnelAnswer: async ({ caller, params, request }) => {
    await storeAnswer(caller.id, params.requestId, request.bytes())
  },
})

const onWire = (
  { secretHash, tunnelConnectionId, printers, ...agent }: AgentRecord,
  ambiguous: ReadonlySet<string>,
): Omit<Agent, 'queueDepth' | 'oldestJob'> => ({
  ...agent,
  printers: printers.map((printer) => ({
    ...printer,
    ambiguous: ambiguous.has(printer.name),
  })),
  currentVersion: packageJson.version,
  enrolled: secretHash !== null,
  tunnelConnected: tunnelConnectionId !== null,
  nodeRefusesPassword: agent.nodeRefusesPassword ?? false,
})
