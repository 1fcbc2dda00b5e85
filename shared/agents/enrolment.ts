import { randomBytes } from 'node:crypto'
import { hashed } from '../dynamodb/keys.ts'
import { newId } from '../ids.ts'
import { createAgent } from './agents.ts'
import { createPrintQueue } from './print-queues.ts'
import { agentToken } from './protocol/exchange.ts'

/**
 * Enrols an agent: makes its queue and the token, `<agentId>.<random>`, with which the
 * agent introduces itself. Only the token's hash is kept, so it is shown this once.
 */
export async function enrolAgent(name: string) {
  const id = newId()
  const secret = randomBytes(32).toString('base64url')
  await createPrintQueue(id)
  await createAgent({ id, name, enrolmentHash: hashed(secret) })
  return { id, enrolmentToken: agentToken({ agentId: id, secret }) }
}
