import { randomBytes } from 'node:crypto'
import { hashed } from '../dynamodb/keys.ts'
import { newId } from '../ids.ts'
import { createPrintQueue } from '../paper/queue/print-queues.ts'
import type { AgentEnrolment } from './agent.ts'
import { createAgent } from './agents.ts'
import { agentToken } from './protocol/token-exchange.ts'

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
