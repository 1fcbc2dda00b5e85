import { retryOnConflict } from '../dynamodb/optimistic-lock.ts'
import { Failure } from '../failure.ts'
import { deletePrintQueue } from '../paper/queue/print-queues.ts'
import { deleteAgent, findAgent } from './agents.ts'
import { tunnelConnections } from './tunnel-sockets.ts'

/**
 * Revokes an agent (DELETE /agents/{id}) and closes its tunnel, also one that it is just
 * opening. The queue is deleted first: credentials that the agent has are valid for up to
 * an hour and give access to nothing else, and a revocation that failed halfway can be
 * repeated. Throws `notFound`.
 */
export async function revokeAgent(id: string): Promise<void> {
  const { tunnelConnectionId } = await retryOnConflict(async () => {
    const agent = await findAgent(id)
    if (!agent) throw new Failure('notFound')
    await deletePrintQueue(agent.id)
    await deleteAgent(agent)
    return agent
  })
  if (tunnelConnectionId) await tunnelConnections().closeOnceOpen(tunnelConnectionId)
}
