import * as z from 'zod'
import { isoTime, recordId, text } from '../../platform/validation/fields.ts'
import { failing } from '../../platform/validation/parse.ts'
import { AlertKind } from './alert-kinds.ts'

const maxLimit = 200
const maxOffset = 100_000

const wholeNumber = (from: number, to: number, what: string) =>
  z
    .string()
    .regex(/^\d{1,6}$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine(
      (value) => value >= from && value <= to,
      `must be a whole number from ${from} to ${to}`,
    )
    .optional()
    .describe(what)

/** Query of GET /admin/notifications. */
export const NotificationQuery = z.object({
  limit: wholeNumber(1, maxLimit, 'How many at most, 50 by default, such as 50'),
  offset: wholeNumber(0, maxOffset, 'How many newer ones to leave out, such as 50'),
  unreadOnly: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .describe('Whether to leave out those that were read'),
  category: z.string().max(40).optional().describe('Those of a category, such as wallet'),
})
export type NotificationQuery = Readonly<z.output<typeof NotificationQuery>>

/** An alert as an administrator sees it. */
export const Notification = z
  .object({
    id: recordId('the alert'),
    category: z.string().describe('Its category in the preferences, such as wallet'),
    type: AlertKind,
    title: z.string().describe('In English'),
    body: z.string().describe('What is wrong and what to do, in English'),
    actorUserId: recordId('the user who did it').optional(),
    actorUserName: z.string().optional().describe('The name of that user then'),
    actorRole: z.string().optional().describe('The name of the role then'),
    status: z
      .string()
      .optional()
      .describe(
        '`open` or `cleared`; of a payment that was not sent: `failed`, `unknown`',
      ),
    occurredAt: isoTime.describe('When it happened'),
    createdAt: isoTime.describe('When it was raised'),
    readAt: isoTime.optional().describe('When the caller read it'),
    metadataJson: z.string().optional().describe('Ids, names and figures, as JSON'),
  })
  .meta({
    id: 'AdminNotification',
    description: 'An alert, as an administrator reads it',
  })
export type Notification = z.output<typeof Notification>

/** Body of PUT /admin/notification-preferences. */
export const PreferenceInput = z
  .object({
    category: z
      .string(failing('notificationCategoryRequired'))
      .refine((value) => value.trim() !== '', failing('notificationCategoryRequired'))
      .pipe(text.max(40))
      .describe('Such as wallet'),
    inAppEnabled: z.boolean().nullish().describe('Whether lists show the category'),
    pushEnabled: z.boolean().nullish().describe('Kept as sent; push is not offered'),
  })
  .meta({ id: 'NotificationPreferenceInput' })
export type PreferenceInput = Readonly<z.output<typeof PreferenceInput>>

/** An administrator's choice for a category. */
export const Preference = z
  .object({
    adminUserId: recordId('the administrator'),
    category: z.string().describe('Such as wallet'),
    inAppEnabled: z.boolean().describe('Whether lists show the category'),
    pushEnabled: z.boolean().describe('Kept as sent; push is not offered'),
    createdAt: isoTime,
    updatedAt: isoTime,
  })
  .meta({
    id: 'NotificationPreference',
    description: 'Whether an administrator gets the alerts of a category',
  })
export type Preference = z.output<typeof Preference>
