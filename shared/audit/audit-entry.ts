import * as z from 'zod'
import { isoTime } from '../validation/fields.ts'

/** What an entry of the audit trail is about. */
export const AuditKind = z
  .enum([
    'discount',
    'refund',
    'cancellation',
    'price',
    'stock',
    'role',
    'user',
    'pin',
    'z-report',
  ])
  .meta({
    id: 'AuditKind',
    description: [
      '`discount` a checkout with one',
      '`refund` money or goods given back',
      '`cancellation` a dish cancelled or deleted, an order deleted, a ticket cancelled or deleted',
      '`price` of a product, a dish on the menu or a dish in an order',
      '`stock` corrected by hand',
      '`role` created, changed or deleted',
      '`user` created, deleted or given another role',
      '`pin` changed',
      '`z-report` made by the close of a shift',
    ].join('; '),
  })
export type AuditKind = z.output<typeof AuditKind>

const values = z
  .record(z.string(), z.unknown())
  .nullable()
  .describe('The values that changed; null where there were none')

/** An entry of the audit trail as administrators read it. */
export const AuditEntry = z
  .object({
    id: z.string(),
    kind: AuditKind,
    at: isoTime,
    userId: z.string().nullable().describe('Who did it; null is the operator'),
    userName: z.string().nullable(),
    subjectId: z.string().nullable().describe('The record that it was done to'),
    subjectName: z.string().nullable().describe('Its name then'),
    before: values,
    after: values,
  })
  .meta({ id: 'AuditEntry', description: 'Who changed what, and when' })
export type AuditEntry = Readonly<z.output<typeof AuditEntry>>
