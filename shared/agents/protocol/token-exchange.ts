import * as z from 'zod'
import { recordId } from '../../platform/validation/fields.ts'

/** Body of POST /agents/exchange: the agent's own secret, and whether it has a node. */
export const ExchangeRequest = z
  .object({
    secret: z
      .string()
      .regex(/^[\w-]{43,200}$/, 'must be 32 random bytes in base64url')
      .describe('Secret that the agent generated; only its hash is stored'),
    /** Older agents leave it out. */
    servesNode: z
      .boolean()
      .optional()
      .describe('Whether its configuration has a node: only such an agent gets a tunnel'),
  })
  .meta({ id: 'ExchangeRequest', example: { secret: 'k3Jx'.repeat(11) } })
export type ExchangeRequest = z.infer<typeof ExchangeRequest>

/** Reply of POST /agents/exchange. */
export const ExchangeResponse = z
  .object({ agentId: recordId('the agent, a UUID') })
  .meta({ id: 'ExchangeResponse' })
export type ExchangeResponse = z.infer<typeof ExchangeResponse>

/**
 * The bearer token of an agent: with its enrolment secret for the exchange alone, and with
 * the secret that it chose for every other call and the tunnel.
 */
export const agentToken = ({
  agentId,
  secret,
}: {
  readonly agentId: string
  readonly secret: string
}): string => `${agentId}.${secret}`

/**
 * The message of the API's 401. Agents end themselves on exactly this one: anything else may
 * come from a Wi-Fi's login page or from another server.
 */
export const unauthorizedText = 'Unauthorized API access'
