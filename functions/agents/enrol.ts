import { randomBytes } from 'node:crypto'
import { agentToken } from '../../shared/agents/protocol/exchange.ts'
import { newId } from '../../shared/ids.ts'
import { createPrintQueue } from '../../shared/print-queues.ts'
import { addAgent } from '../../shared/table/agents.ts'
import { hashed } from '../../shared/table/keys.ts'

/**
 * Enrols an agent: makes its queue and the token, `<agentId>.<random>`, with which the
 * agent introduces itself. Only the token's hash is kept, so it is shown this once.
 */
export async function enrolAgent(name: string) {
  const id = newId()
  const secret = randomBytes(32).toString('base64url')
  await createPrintQueue(id)
  await addAgent({ id, name, enrolmentHash: hashed(secret) })
  return { id, enrolmentToken: agentToken({ agentId: id, secret }) }
}
