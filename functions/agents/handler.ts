import { heartbeatIntervalSeconds } from '../../shared/agents/protocol/heartbeat.ts'
import { resources } from '../../shared/deployment/resources.ts'
import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { queueUrlOf } from '../../shared/print-queues.ts'
import { type Agent, allAgents, recordReport } from '../../shared/table/agents.ts'
import { settleJob } from '../../shared/table/print-jobs.ts'
import { storeAnswer } from '../../shared/table/tunnel.ts'
import { isUuid } from '../../shared/uuid.ts'
import { endpoints } from './endpoints.ts'
import { enrolAgent } from './enrol.ts'
import { exchange } from './exchange.ts'
import { publishMissed } from './missed-payments.ts'
import { queueCredentials } from './queue-credentials.ts'
import { revoke } from './revoke.ts'

export const handler = lambda(endpoints, {
  list: async ({ page }) => (await allAgents(page)).map(onWire),

  enrol: ({ body }) => enrolAgent(body.name),

  revoke: ({ params }) => revoke(params.id),

  exchange: ({ body, request }) => exchange(request.headers.authorization, body.secret),

  credentials: async ({ caller: { id }, request }) => ({
    queueUrl: queueUrlOf(id),
    ...(await queueCredentials(id, request.nowMs)),
  }),

  report: async ({ caller, body, request }) => {
    await recordReport(caller.id, body, request.nowMs)
    return {
      tunnelUrl: resources.tunnelUrl(),
      nextReportSeconds: heartbeatIntervalSeconds,
    }
  },

  jobState: ({ caller, params, body }) =>
    settleJob(params.jobId, caller.id, body.state, body.detail),

  payments: ({ body }) => publishMissed(body.payments),

  tunnelAnswer: async ({ caller, params, request }) => {
    if (!isUuid(params.requestId)) throw new Failure('unknown')
    await storeAnswer(caller.id, params.requestId, request.bytes())
  },
})

const onWire = ({ secretHash, tunnelConnectionId, ...agent }: Agent) => ({
  ...agent,
  enrolled: secretHash !== null,
  tunnelConnected: tunnelConnectionId !== null,
})
