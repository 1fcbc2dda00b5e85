import * as z from 'zod'
import { nullableText } from '../../validation/fields.ts'

/** Reply of POST /agents/credentials: short-lived credentials for the agent's own queue. */
export const QueueCredentials = z
  .object({
    queueUrl: z.url().describe("Address of the agent's queue"),
    region: z.string().describe('AWS region of the queue'),
    endpoint: z.url().nullable().describe('Address of the queue service; null is AWS'),
    accessKeyId: z.string().describe("AWS access key for the agent's queue alone"),
    secretAccessKey: z.string().describe('Secret of the access key'),
    sessionToken: nullableText.describe('AWS session token; null for keys without one'),
    expiresAtMs: z.number().describe('Unix ms'),
  })
  .meta({
    id: 'QueueCredentials',
    description: "Short-lived credentials for an agent's queue",
  })
export type QueueCredentials = z.infer<typeof QueueCredentials>
