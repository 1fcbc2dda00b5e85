import * as z from 'zod'

/** Reply of POST /agents/credentials: short-lived credentials for the agent's own queue. */
export const QueueCredentials = z
  .object({
    queueUrl: z.url(),
    region: z.string(),
    /** null for the region's own endpoint. */
    endpoint: z.url().nullable(),
    accessKeyId: z.string(),
    secretAccessKey: z.string(),
    sessionToken: z.string().nullable(),
    /** Unix ms. */
    expiresAtMs: z.number().describe('Unix ms'),
  })
  .meta({
    id: 'QueueCredentials',
    description: "Short-lived credentials for an agent's queue",
  })
export type QueueCredentials = z.infer<typeof QueueCredentials>
