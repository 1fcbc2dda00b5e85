import * as z from 'zod'
import { natural, text } from '../../validation/fields.ts'

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

/** How a print job ended; `reprinted` is a marked copy: the receipt may be printed twice. */
export const JobOutcome = z
  .enum(['printed', 'reprinted', 'expired', 'failed', 'cancelled'])
  .meta({
    id: 'JobOutcome',
    description: '`reprinted` is a marked copy: the receipt may be printed twice',
  })
export type JobOutcome = z.infer<typeof JobOutcome>

/** Body of POST /agents/jobs/{jobId}; `detail` explains an outcome other than printed. */
export const JobOutcomeReport = z
  .object({
    state: JobOutcome,
    detail: text.max(maxDetailLength).nullable().describe('What went wrong, if anything'),
    attempts: attempts.optional(),
    endedMsAgo: natural
      .max(maxAgeMs)
      .optional()
      .describe('Milliseconds since it ended; older agents do not say it'),
  })
  .meta({ id: 'JobOutcomeReport', description: 'How a print job ended' })
export type JobOutcomeReport = z.infer<typeof JobOutcomeReport>
