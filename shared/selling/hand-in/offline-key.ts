import * as z from 'zod'
import { isoTime, recordId, text } from '../../platform/validation/fields.ts'

/** Body of POST /auth/offline. */
export const OfflineRequest = z.object({ pin: text.describe("The caller's own") }).meta({
  id: 'OfflineRequest',
  description: 'Asks for a key that sells without the cloud',
})

/** Reply of POST /auth/offline. */
export const GivenKey = z
  .object({
    key: z.string().describe('32 bytes as base64url, which prove sales at this till'),
    userId: recordId('the user'),
    permissions: z
      .array(z.string())
      .describe("Names of the user's permissions, such as orders_create"),
    validUntil: isoTime.describe('72 hours from now; it also ends with the PIN'),
  })
  .meta({ id: 'OfflineKey', description: 'A key of a user at a till' })
