import { readBearer } from '../../shared/auth/agents.ts'
import { sameSecret } from '../../shared/auth/constant-time.ts'
import { Failure } from '../../shared/failure.ts'
import { findAgent, keepSecret } from '../../shared/table/agents.ts'
import { hashed } from '../../shared/table/keys.ts'

/**
 * Exchanges an enrolment token for the secret that the agent made for itself. Said again
 * with the same secret it succeeds again, as its answer may have been lost; a token serves
 * one secret only. Throws `unauthenticated`.
 */
export async function exchange(authorization: string | undefined, secret: string) {
  const token = readBearer(authorization)
  const agent = await findAgent(token.agentId)
  if (!agent || !sameSecret(hashed(token.secret), agent.enrolmentHash)) {
    throw new Failure('unauthenticated')
  }
  await keepSecret(agent.id, hashed(secret))
  return { agentId: agent.id }
}
