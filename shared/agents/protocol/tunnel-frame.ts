import * as z from 'zod'

/** Header of the tunnel's handshake with the id that the agent gives the connection. */
export const tunnelIdHeader = 'x-tunnel-id'

/** A request to the node, as the cloud pushes it to an agent. */
export const TunnelFrame = z.object({
  id: z.string().min(1).max(200),
  method: z.enum(['GET', 'POST']),
  path: z.string().describe('Path at the node, such as /getbalance'),
  form: z.record(z.string(), z.string()).nullable(),
  /** Older clouds leave it out. */
  partition: z
    .string()
    .max(400)
    .optional()
    .describe('Partition of the table in which the agent may write its answer'),
})
export type TunnelFrame = z.infer<typeof TunnelFrame>

/** Sent by an agent through its tunnel when a heartbeat is due and nothing has changed. */
export const TunnelHeartbeat = z.object({
  action: z.literal('heartbeat'),
  agentId: z.string().max(100),
})
export type TunnelHeartbeat = z.infer<typeof TunnelHeartbeat>

/**
 * The node's answer or the reason for none, as gzipped JSON: an agent writes it into the
 * table, or sends it as the body of POST /agents/tunnel/{requestId}. `sent` says whether
 * the request may have reached the node.
 */
export const TunnelAnswer = z
  .union([
    z.object({
      status: z.int().describe("HTTP status of the node's answer"),
      body: z.string().describe("Body of the node's answer"),
    }),
    z.object({
      failure: z
        .enum(['unreachable', 'timeout', 'cut'])
        .describe('Why there is no answer'),
      sent: z.boolean().describe('Whether the node may have received the request'),
    }),
  ])
  .meta({ id: 'TunnelAnswer', description: "The node's answer, or why there is none" })
export type TunnelAnswer = z.infer<typeof TunnelAnswer>

/**
 * Body of POST /agents/tunnel/{requestId}/end: the node's answer to a payment, after the
 * cloud was told that there is none in time.
 */
export const PaymentEnd = z
  .object({
    status: z.int().describe("HTTP status of the node's answer"),
    body: z.string().max(10_000).describe("Body of the node's answer"),
  })
  .meta({ id: 'PaymentEnd', description: "The node's late answer to a payment" })
export type PaymentEnd = z.infer<typeof PaymentEnd>

/** Lambda accepts requests of 6 MB, with the body in base64. */
export const maxTunnelAnswerBytes = 4 * 1024 * 1024
