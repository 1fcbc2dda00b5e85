import * as z from 'zod'
import { isoTime, nonBlank, recordId } from '../../platform/validation/fields.ts'
import { isPermission, type PermissionName } from '../staff/permissions.ts'

const permissions = z
  .array(z.string('is not a permission').refine(isPermission, 'is not a permission'))
  .transform((names) => [...new Set(names)] as PermissionName[])
  .describe('Names of what it may do')

/** Body of POST /api-keys. */
export const ApiKeyInput = z
  .object({
    name: nonBlank.max(100).describe('What uses it, such as Web shop'),
    permissions,
    expiresAt: z.iso
      .datetime({ offset: true })
      .nullish()
      .describe('When it ends; it does not if this is left out'),
  })
  .meta({ id: 'ApiKeyInput' })
export type ApiKeyInput = Readonly<z.output<typeof ApiKeyInput>>

/** An API key on the wire. */
export const ApiKey = z
  .object({
    id: recordId('the key'),
    name: z.string().describe('What uses it, such as Web shop'),
    prefix: z.string().describe('The part of its secret that may be shown'),
    permissions: z.array(z.string()).describe('Names of what it may do'),
    createdAt: isoTime.describe('When it was created'),
    lastUsedAt: isoTime.optional().describe('When it was last used, to the minute'),
    expiresAt: isoTime.optional().describe('When it ends'),
  })
  .meta({ id: 'ApiKey', description: 'Lets a program use the API without a login' })

/** Answer of POST /api-keys; nothing shows the secret again. */
export const CreatedApiKey = z
  .object({
    id: recordId('the key'),
    prefix: z.string().describe('The part of its secret that may be shown'),
    secret: z.string().describe('`lpk_<prefix>_<secret>`; it is shown this once'),
    message: z.literal('API key added successfully'),
  })
  .meta({ id: 'CreatedApiKey' })
