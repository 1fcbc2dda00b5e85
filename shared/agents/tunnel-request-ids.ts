import { createHmac, randomUUID } from 'node:crypto'
import { sameSecret } from '../constant-time.ts'
import { secret, verifyWithSecret } from '../platform/deployment/secrets.ts'

/** Returns the prefix of an agent's request ids, and so of the partitions of its answers. */
export const idPrefix = (agentId: string) => `${agentId}_`

/**
 * Makes the id of a request that this agent may answer until the deadline, in Unix ms. The
 * id says so itself, signed, so the table has no record of a request that waits.
 */
export async function newRequestId(agentId: string, deadlineMs: number): Promise<string> {
  const claim = `${idPrefix(agentId)}${randomUUID()}.${deadlineMs}`
  return signed(await secret('tunnel-key'), agentId, claim)
}

/** The deadline of a request to this agent, in Unix ms; undefined for any other id. */
export async function deadlineOf(
  requestId: string,
  agentId: string,
): Promise<number | undefined> {
  const [id, deadlineMs] = requestId.split('.')
  return verifyWithSecret('tunnel-key', (keys) => {
    const isSigned = keys.some((key) =>
      sameSecret(signed(key, agentId, `${id}.${deadlineMs}`), requestId),
    )
    return isSigned ? Number(deadlineMs) : undefined
  })
}

const signed = (key: string, agentId: string, claim: string) =>
  `${claim}.${createHmac('sha256', key).update(`${agentId}\n${claim}`).digest('base64url')}`
