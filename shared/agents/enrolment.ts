import { randomBytes } from 'node:crypto'
import { sameSecret } from '../constant-time.ts'
import { Failure, required } from '../failure.ts'
import { newId } from '../ids.ts'
import { createPrintQueue, deletePrintQueue } from '../paper/queue/print-queues.ts'
import { hashed } from '../platform/dynamodb/keys.ts'
import { retryOnConflict } from '../platform/dynamodb/optimistic-lock.ts'
import type { AgentEnrolment } from './agent.ts'
import { parseBearer } from './agent-authentication.ts'
import { createAgent, deleteAgent, findAgent, storeSecret } from './agents.ts'
import {
  agentToken,
  type ExchangeRequest,
  type ExchangeResponse,
} from './protocol/token-exchange.ts'
import { tunnelConnections } from './tunnel-sockets.ts'

/**
 * Enrols an agent (POST /agents): creates its queue, its record and its enrolment token,
 * `<agentId>.<random>`. Only a hash of the token is stored.
 */
export async function enrolAgent(name: string): Promise<AgentEnrolment> {
  const id = newId()
  const secret = randomBytes(32).toString('base64url')
  await createPrintQueue(id)
  await createAgent({ id, name, enrolmentHash: hashed(secret) })
  return { id, enrolmentToken: agentToken({ agentId: id, secret }) }
}

/**
 * Exchanges an enrolment token for the secret that the agent chose (POST
 * /agents/exchange). The agent repeats the call when the response was lost, so the same
 * secret succeeds again; a token takes one secret only. Throws `unauthenticated`.
 */
export async function exchangeToken(
  authorization: string | undefined,
  { secret, servesNode }: ExchangeRequest,
): Promise<ExchangeResponse> {
  const token = parseBearer(authorization)
  const agent = await findAgent(token.agentId)
  if (!agent || !sameSecret(hashed(token.secret), agent.enrolmentHash)) {
    throw new Failure('unauthenticated')
  }
  await storeSecret(agent.id, hashed(secret), servesNode)
  return { agentId: agent.id }
}

/**
 * Revokes an agent (DELETE /agents/{id}) and closes its tunnel, also one that it is just
 * opening. The queue is deleted first: credentials that the agent has are valid for up to
 * an hour and give access to nothing else, and a revocation that failed halfway can be
 * repeated. Throws `notFound`.
 */
export async function revokeAgent(id: string): Promise<void> {
  const { tunnelConnectionId } = await retryOnConflict(async () => {
    const agent = required(await findAgent(id))
    await deletePrintQueue(agent.id)
    await deleteAgent(agent)
    return agent
  })
  if (tunnelConnectionId) await tunnelConnections().closeOnceOpen(tunnelConnectionId)
}
