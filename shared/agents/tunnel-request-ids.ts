import { createHmac, randomUUID } from 'node:crypto'
import { sameSecret } from '../constant-time.ts'
import { secret, verifyWithSecret } from '../deployment/secrets.ts'

/**
 * Makes the id of a request that this agent may answer until the deadline, in Unix ms. The
 * id says so itself, signed, so the table has no record of a request that waits.
 */
export async function newRequestId(agentId: string, deadlineMs: number): Promise<string> {
  const claim = `${randomUUID()}.${deadlineMs}`
  return signed(await secret('tunnel-key'), agentId, claim)
}

/** Whether an id is of a request to this agent whose deadline has not passed. */
export async function isAwaited(
  requestId: string,
  agentId: string,
  nowMs: number,
): Promise<boolean> {
  const [id, deadlineMs] = requestId.split('.')
  if (!(Number(deadlineMs) > nowMs)) return false
  const isSigned = await verifyWithSecret(
    'tunnel-key',
    (keys) =>
      keys.some((key) =>
        sameSecret(signed(key, agentId, `${id}.${deadlineMs}`), requestId),
      ) || undefined,
  )
  return isSigned ?? false
}

const signed = (key: string, agentId: string, claim: string) =>
  `${claim}.${createHmac('sha256', key).update(`${agentId}\n${claim}`).digest('base64url')}`
