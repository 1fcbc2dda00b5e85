import * as z from 'zod'
import { AuditEntry, AuditKind } from '../../shared/people/audit/audit-entry.ts'
import { get, group } from '../../shared/platform/http/endpoint.ts'
import { list } from '../../shared/platform/http/reply.ts'

const AuditFilterInput = z.object({
  startDate: z.string().optional().describe('First day of the shop, `YYYY-MM-DD`'),
  endDate: z.string().optional().describe('Last day of the shop, `YYYY-MM-DD`'),
  userId: z.string().optional().describe('Who did it'),
  kind: AuditKind.optional().describe('What the entries are about'),
})

/** The audit trail. */
export const endpoints = group(
  'audit',
  ['table:read', 'token-key'],
  {
    list: get('/audit', {
      summary: 'Lists who changed what in the last 400 days',
      access: 'administrator',
      query: AuditFilterInput,
      reply: list(AuditEntry),
      failures: ['malformedDay', 'reversedDays'],
    }),
  },
  { keptWarm: false },
)
