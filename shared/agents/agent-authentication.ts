import { sameSecret } from '../constant-time.ts'
import { Failure } from '../failure.ts'
import { hashed } from '../platform/dynamodb/keys.ts'
import { type AgentRecord, findAgent } from './agents.ts'

/** The parts of an agent's bearer token, `<agentId>.<secret>`; blank if it is malformed. */
export function parseBearer(authorization = ''): { agentId: string; secret: string } {
  const [, agentId = '', secret = ''] =
    /^Bearer ([0-9a-f-]{36})\.([\w-]{20,200})$/i.exec(authorization) ?? []
  return { agentId, secret }
}

/** Returns the agent of a bearer token. Throws `unauthenticated` without one. */
export async function authenticateAgent(
  authorization: string | undefined,
): Promise<AgentRecord> {
  const { agentId, secret } = parseBearer(authorization)
  const agent = agentId === '' ? undefined : await findAgent(agentId)
  if (!agent?.secretHash || !sameSecret(hashed(secret), agent.secretHash)) {
    throw new Failure('unauthenticated')
  }
  return agent
}
