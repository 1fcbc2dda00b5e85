import packageJson from '../../package.json' with { type: 'json' }
import type { Agent } from '../../shared/agents/agent.ts'
import {
  type AgentRecord,
  allAgents,
  recordHeartbeat,
} from '../../shared/agents/agents.ts'
import { enrolAgent, exchangeToken, revokeAgent } from '../../shared/agents/enrolment.ts'
import { keepPeer } from '../../shared/agents/node-state.ts'
import {
  heartbeatIntervalSeconds,
  unchangedReportSeconds,
} from '../../shared/agents/protocol/heartbeat.ts'
import { stateOf } from '../../shared/agents/protocol/report.ts'
import { storeAnswer, writableAnswers } from '../../shared/agents/tunnel-answers.ts'
import {
  isTunnelLost,
  reachesNode,
  servesNode,
} from '../../shared/agents/tunnel-connections.ts'
import { currentShop } from '../../shared/current-shop.ts'
import { tellEndOfPayment } from '../../shared/events/monitoring/payment-end.ts'
import { settleTable } from '../../shared/lightning/pay-codes/settle-table.ts'
import { publishOfAgent } from '../../shared/lightning/payments-feed/missed-payments.ts'
import {
  beginJob,
  recordOutcome,
  recordProgress,
  takeOver,
} from '../../shared/paper/jobs/job-changes.ts'
import type { JobRecord } from '../../shared/paper/jobs/job-records.ts'
import { ambiguousNames } from '../../shared/paper/jobs/printer-names.ts'
import {
  isForPrinter,
  recentJobs,
  waitingOf,
} from '../../shared/paper/jobs/recent-jobs.ts'
import { logUnprintedJob } from '../../shared/paper/jobs/unprinted-jobs.ts'
import { depthsOf, oldestOf } from '../../shared/paper/jobs/waiting-jobs.ts'
import { queueUrlOf, updatePrintQueue } from '../../shared/paper/queue/print-queues.ts'
import { queueCredentials } from '../../shared/paper/queue/queue-credentials.ts'
import { resources } from '../../shared/platform/deployment/resources.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { urlInShop } from '../../shared/platform/shops/serve-socket.ts'
import { endpoints } from './endpoints.ts'

/** Delay until the next report of an agent that may replace one that has fallen silent. */
const pendingSeconds = 5

export const handler = lambda(endpoints, {
  list: async ({ page, request }) => {
    const [listed, all] = await Promise.all([allAgents(page), page && allAgents()])
    const ambiguous = ambiguousNames(all ?? listed, request.nowMs)
    const [recent, depths] = await Promise.all([
      recentJobs(request.nowMs),
      depthsOf(
        listed.map(({ id }) => id),
        request.nowMs,
      ),
    ])
    const jobs = waitingOf(recent, request.nowMs)
    return listed.map((agent) => ({
      ...onWire(agent, ambiguous, jobs),
      queueDepth: depths.get(agent.id) ?? null,
    }))
  },

  enrol: ({ body }) => enrolAgent(body.name),

  revoke: ({ params }) => revokeAgent(params.id),

  exchange: ({ body, request }) => exchangeToken(request.headers.authorization, body),

  credentials: async ({ caller, request }) => {
    const { id } = caller
    const [credentials] = await Promise.all([
      queueCredentials(id, request.nowMs, writableAnswers(caller)),
      updatePrintQueue(id),
    ])
    return { queueUrl: queueUrlOf(id), ...credentials }
  },

  report: async ({ caller, body, request }) => {
    await Promise.all([
      recordHeartbeat(caller, body, request.nowMs),
      recordProgress(caller.id, body.jobs ?? []),
    ])
    const { nodePeerLost: isLost } = body
    if (isLost !== undefined && isLost !== caller.nodePeerLost && reachesNode(caller)) {
      await keepPeer(isLost, request.nowMs)
    }
    const names = body.printers.map(({ name }) => name)
    const { isNew, isPending } = await takeOver(caller, names, request.nowMs)
    for (const job of body.jobs ?? []) logUnprintedJob(caller.id, job)
    return {
      tunnelUrl: urlInShop(resources.tunnelUrl(), currentShop()),
      nextReportSeconds: isPending ? pendingSeconds : heartbeatIntervalSeconds,
      ...(body.tunnelHeartbeats && !isNew && { unchangedReportSeconds }),
      renewTunnel: isTunnelLost(caller, body.tunnelId),
    }
  },

  jobState: async ({ caller, params, body, request }) => {
    await recordOutcome(params.jobId, caller.id, body, request.nowMs)
    logUnprintedJob(caller.id, { id: params.jobId, ...body })
  },

  beginJob: ({ caller, params, body }) =>
    beginJob(params.jobId, caller.id, body.attempts),

  payments: async ({ body, caller, request: { nowMs } }) => {
    await publishOfAgent(body.payments, caller)
    for (const { paymentHash } of body.payments) await settleTable(paymentHash, nowMs)
  },

  tunnelAnswer: async ({ caller, params, request }) => {
    await storeAnswer(caller.id, params.requestId, request.bytes())
  },

  paymentEnd: ({ caller, params, body }) =>
    tellEndOfPayment(caller.id, params.requestId, body),
})

const onWire = (
  { secretHash, tunnelConnectionId, printers, ...agent }: AgentRecord,
  ambiguous: ReadonlySet<string>,
  jobs: readonly JobRecord[],
): Omit<Agent, 'queueDepth'> => ({
  ...agent,
  printers: printers.map((printer) => ({
    ...printer,
    ...stateOf(printer),
    waiting: jobs.filter((job) => isForPrinter(job, agent.id, printer.name)).length,
    ambiguous: ambiguous.has(printer.name),
  })),
  currentVersion: packageJson.version,
  enrolled: secretHash !== null,
  servesNode: servesNode(agent),
  tunnelConnected: tunnelConnectionId !== null,
  nodeRefusesPassword: agent.nodeRefusesPassword ?? false,
  oldestJob: oldestOf(jobs, agent.id),
})
