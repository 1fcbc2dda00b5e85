import * as z from 'zod'
import { isoSeconds } from '../../platform/time/iso.ts'
import { isoTime, recordId } from '../../platform/validation/fields.ts'
import type { JobRecord } from '../jobs/job-records.ts'
import { shownState, shownStates } from '../jobs/job-states.ts'
import { PrinterType } from './printer-configuration.ts'

const stateText = [
  '`sent` to an agent that does not say when it begins',
  '`reprinted` as a marked copy, after an interruption',
  '`skipped` as its printer has no template, so that nothing is printed',
  '`unknown` when no outcome was reported, or nothing shows that the printer read it',
].join('; ')

/** A print job of the last 24 hours. */
export const ListedJob = z
  .object({
    id: recordId(),
    printerName: z.string().describe('As its agent reports it, such as oven'),
    agentId: recordId('the agent, a UUID'),
    agentName: z.string().describe('Name that the agent had when the job was made'),
    type: PrinterType.nullable().describe('Of the configuration; null if it has none'),
    templateName: z.string().describe('Name of the template'),
    ticketId: z.string().describe('Number of the ticket, as it is printed'),
    copy: z.boolean().describe('Whether it is marked as a copy'),
    state: z.enum(shownStates).describe(stateText),
    attempts: z.int().describe('Times that the agent has tried to print it'),
    lastError: z
      .string()
      .nullable()
      .describe('Why it was not printed, not yet, or is not confirmed'),
    createdAt: isoTime,
    printedAt: isoTime.nullable(),
  })
  .meta({ id: 'PrintJob', description: 'A print job of the last 24 hours' })

/** A job as lists show it. */
export function listedJob(record: JobRecord, nowMs: number) {
  const { printerType, createdAtMs, printedAtMs, detail } = record
  const state = shownState(record, nowMs)
  const isOverdue = record.state === 'queued' && state === 'failed'
  return {
    ...record,
    type: PrinterType.nullable().parse(printerType),
    state,
    lastError: detail ?? (isOverdue ? 'the agent has not begun it in time' : null),
    createdAt: isoSeconds(createdAtMs),
    printedAt:
      printedAtMs === null || state === 'unknown' ? null : isoSeconds(printedAtMs),
  }
}
