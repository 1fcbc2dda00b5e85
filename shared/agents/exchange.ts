import { sameSecret } from '../constant-time.ts'
import { hashed } from '../dynamodb/keys.ts'
import { Failure } from '../failure.ts'
import { parseBearer } from './agent-authentication.ts'
import { findAgent, storeSecret } from './agents.ts'

/**
 * Exchanges an enrolment token for the secret that the agent made for itself. Said again
 * with the same secret it succeeds again, as its answer may have been lost; a token serves
 * one secret only. Throws `unauthenticated`.
 */
export async function exchangeToken(authorization: string | undefined, secret: string) {
  const token = parseBearer(authorization)
  const agent = await findAgent(token.agentId)
  if (!agent || !sameSecret(hashed(token.secret), agent.enrolmentHash)) {
    throw new Failure('unauthenticated')
  }
  await storeSecret(agent.id, hashed(secret))
  return { agentId: agent.id }
}
