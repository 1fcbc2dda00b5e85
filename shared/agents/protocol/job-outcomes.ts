import * as z from 'zod'
import { text } from '../../validation/fields.ts'

/** Characters that the `detail` of an outcome may have. */
export const maxDetailLength = 2_000

/** How a print job ended; `reprinted` is a marked copy: the receipt may be printed twice. */
export const JobOutcome = z.enum(['printed', 'reprinted', 'expired', 'failed']).meta({
  id: 'JobOutcome',
  description: '`reprinted` is a marked copy: the receipt may be printed twice',
})
export type JobOutcome = z.infer<typeof JobOutcome>

/** Body of POST /agents/jobs/{jobId}; `detail` explains an outcome other than printed. */
export const JobOutcomeReport = z
  .object({
    state: JobOutcome,
    detail: text.max(maxDetailLength).nullable(),
  })
  .meta({ id: 'JobOutcomeReport', description: 'How a print job ended' })
export type JobOutcomeReport = z.infer<typeof JobOutcomeReport>
