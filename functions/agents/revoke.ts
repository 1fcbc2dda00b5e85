import { Failure } from '../../shared/failure.ts'
import { deletePrintQueue } from '../../shared/print-queues.ts'
import { tunnelConnections } from '../../shared/sockets/tunnels.ts'
import { findAgent, forgetAgent } from '../../shared/table/agents.ts'
import { untilFresh } from '../../shared/table/stale.ts'

/**
 * Revokes an agent and closes its tunnel, also one that it is opening. The queue goes
 * first: credentials handed out live for up to an hour and open nothing else, and a
 * revocation that broke off can be repeated.
 * Throws `unknown`.
 */
export async function revoke(id: string): Promise<void> {
  const { tunnelConnectionId } = await untilFresh(async () => {
    const agent = await findAgent(id)
    if (!agent) throw new Failure('unknown')
    await deletePrintQueue(agent.id)
    await forgetAgent(agent)
    return agent
  })
  if (tunnelConnectionId) await tunnelConnections().closeOnceOpen(tunnelConnectionId)
}
