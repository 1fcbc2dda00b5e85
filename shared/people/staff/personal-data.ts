import * as z from 'zod'
import { isoTime, nullableText, recordId } from '../../platform/validation/fields.ts'
import { AuditEntry } from '../audit/audit-entry.ts'

/** Data kept about a user, for GET /users/{id}/data. */
export const PersonalData = z
  .object({
    id: recordId(),
    name: z.string().describe('A pseudonym once the user was erased'),
    email: nullableText.describe('E-mail address'),
    phone: nullableText.describe('Telephone number'),
    role: nullableText.describe('The name of the role; null for none'),
    isDeleted: z.boolean().describe('Whether the account was deleted'),
    erasedAt: isoTime.optional().describe('When the user was erased'),
    audit: z
      .array(AuditEntry)
      .describe('What the user did in the last 400 days, as the audit trail has it'),
    alsoKept: z
      .array(z.string())
      .describe('What the books keep under the id or the name, and how it is found'),
  })
  .meta({ id: 'PersonalData' })

/** Answer of POST /users/{id}/erase. */
export const ErasedUser = z
  .object({
    id: recordId(),
    name: z.string().describe('The pseudonym that replaces the name from now on'),
    erasedAt: isoTime.describe('When the user was erased'),
  })
  .meta({ id: 'ErasedUser' })
