import * as z from 'zod'
import { natural, nullableText, text } from '../../platform/validation/fields.ts'
import { Receipt } from '../layout/receipt.ts'

/** Job TTL: a receipt that could not be printed within it is reported as expired. */
export const jobTtlMs = 10 * 60_000

/**
 * Age up to which a receipt may wait for an agent out of reach: its TTL counts only the
 * time in which the agent could have had it.
 */
export const maxJobAgeMs = 60 * 60_000

/**
 * One receipt for one printer: the message in an agent's queue. It carries the
 * template's elements, so a later change of the template does not change it. Times are Unix
 * ms of the cloud's clock.
 */
export const PrintJob = z.object({
  id: z.string(),
  printerName: z.string(),
  templateName: z.string(),
  ...Receipt.shape,
  createdAtMs: z.int(),
  expiresAtMs: z.int(),
})
export type PrintJob = z.infer<typeof PrintJob>

/**
 * A job as JSON with characters that a queue takes. SQS refuses U+FFFE and U+FFFF, and the
 * emulator everything above, so these are escaped.
 */
export const messageOf = (job: PrintJob): string =>
  JSON.stringify(job).replace(
    /[\ud800-\udfff\ufffe\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
  )

/** Characters that the `detail` of an outcome may have. */
export const maxDetailLength = 2_000

/** No outcome is kept for longer. */
export const maxAgeMs = 15 * 24 * 60 * 60_000

/** Times that an agent has tried to print a job. */
export const attempts = natural
  .max(100_000)
  .describe('Times that the agent has tried to print it')

/** Body of POST /agents/jobs/{jobId}/begin. */
export const JobBegin = z
  .object({ attempts })
  .meta({ id: 'JobBegin', description: 'An attempt that is about to begin' })
export type JobBegin = z.infer<typeof JobBegin>

/** Ends of a print job; `reprinted` is a marked copy: the receipt may be printed twice. */
export const JobOutcome = z
  .enum(['printed', 'reprinted', 'expired', 'failed', 'cancelled'])
  .meta({
    id: 'JobOutcome',
    description: '`reprinted` is a marked copy: the receipt may be printed twice',
  })
export type JobOutcome = z.infer<typeof JobOutcome>

/** Body of POST /agents/jobs/{jobId}; `detail` explains any but a printed one that is confirmed. */
export const JobOutcomeReport = z
  .object({
    state: JobOutcome,
    detail: text.max(maxDetailLength).nullable().describe('What went wrong, if anything'),
    attempts: attempts.optional(),
    started: z
      .boolean()
      .optional()
      .describe(
        'Of a failed one: whether some of it may be on paper; older agents do not say it',
      ),
    confirmed: z
      .boolean()
      .optional()
      .describe(
        'Of a printed one: false when nothing shows that the printer read it; older agents do not say it',
      ),
    endedMsAgo: natural
      .max(maxAgeMs)
      .optional()
      .describe('Milliseconds since it ended; older agents do not say it'),
  })
  .meta({ id: 'JobOutcomeReport', description: 'How a print job ended' })
export type JobOutcomeReport = z.infer<typeof JobOutcomeReport>

/**
 * Reply of POST /agents/credentials: short-lived credentials for the agent's own queue and,
 * where it serves the node, for the partitions of its answers.
 */
export const QueueCredentials = z
  .object({
    queueUrl: z.url().describe("Address of the agent's queue"),
    region: z.string().describe('AWS region of the queue'),
    endpoint: z.url().nullable().describe('Address of the queue service; null is AWS'),
    accessKeyId: z.string().describe("AWS access key for the agent's queue alone"),
    secretAccessKey: z.string().describe('Secret of the access key'),
    sessionToken: nullableText.describe('AWS session token; null for keys without one'),
    expiresAtMs: z.number().describe('Unix ms'),
    /** Older clouds leave it out. */
    answers: z
      .object({
        tableName: z.string().describe('Table that the agent writes its answers into'),
        endpoint: z.url().describe("Address of the table's service"),
      })
      .optional()
      .describe("Where it writes the node's answers; left out where it serves no node"),
  })
  .meta({
    id: 'QueueCredentials',
    description: "Short-lived credentials for an agent's queue and its answers",
  })
export type QueueCredentials = z.infer<typeof QueueCredentials>
