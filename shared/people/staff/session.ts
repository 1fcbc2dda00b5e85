import * as z from 'zod'
import {
  isoTime,
  nullableText,
  recordId,
  text,
} from '../../platform/validation/fields.ts'

/** Lifetime of a session and its refresh token: 30 days. */
export const sessionSeconds = 30 * 24 * 60 * 60

/** Credentials that open a session. */
export const Credentials = z
  .object({
    name: text.describe('Name of the user, such as ana'),
    pin: text.describe('At least 4 characters, such as 4321'),
  })
  .meta({ id: 'Credentials' })
export type Credentials = z.output<typeof Credentials>

/** A session as those see it who may end it. */
export const ListedSession = z
  .object({
    id: recordId(),
    openedAt: isoTime,
    userAgent: nullableText.describe('What its browser or program said of itself'),
    tillName: nullableText.describe('The till where it was opened; null for none'),
    isOwn: z.boolean().describe('Whether it is the one that asks'),
  })
  .meta({ id: 'ListedSession', description: 'A session of a user that has not ended' })
export type ListedSession = z.output<typeof ListedSession>

/** Wrong PINs of a name since its last login. */
export const FailedSince = z
  .object({
    count: z.int().describe('How many'),
    lastAt: isoTime.nullable().describe('When the latest was; null for none'),
  })
  .meta({
    id: 'FailedSince',
    description: 'Wrong PINs of this name since its last login, from anywhere',
  })
