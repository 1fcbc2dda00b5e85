import * as z from 'zod'
import { isoTime, recordId } from '../../platform/validation/fields.ts'
import { AlertKind } from './alert-kinds.ts'

/** Details of an alert: ids, names and figures, never a secret. */
export type Details = Readonly<Record<string, string | number | null>>

/** An alert on the wire. */
export const Alert = z
  .object({
    id: recordId('the alert'),
    kind: AlertKind,
    category: z.string().describe('What administrators choose by, such as devices'),
    title: z.string().describe('In English'),
    body: z.string().describe('What is wrong and what to do, in English'),
    details: z
      .record(z.string(), z.unknown())
      .meta({ example: { agentName: 'counter' } })
      .describe('Its subject: ids, names and figures'),
    raisedAt: isoTime.describe('When it was raised'),
    clearedAt: isoTime.optional().describe('When it was over'),
  })
  .meta({ id: 'Alert', description: 'Something that the owner of the shop must know' })
export type Alert = z.output<typeof Alert>
