import * as z from 'zod'
import { Receipt } from '../layout/receipt.ts'

/** Job TTL: a receipt that could not be printed within it is reported as expired. */
export const jobTtlMs = 10 * 60_000

/**
 * How old a receipt may get whose agent was out of reach: its TTL counts the time in which the
 * agent could have had it.
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
