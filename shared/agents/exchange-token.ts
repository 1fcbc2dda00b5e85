import { sameSecret } from '../constant-time.ts'
import { hashed } from '../dynamodb/keys.ts'
import { Failure } from '../failure.ts'
import { parseBearer } from './agent-authentication.ts'
import { findAgent, storeSecret } from './agents.ts'
import type { ExchangeRequest, ExchangeResponse } from './protocol/token-exchange.ts'

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
