import * as z from 'zod'
import { Alert } from '../../shared/events/alerts/alert.ts'
import {
  Notification,
  NotificationQuery,
  Preference,
  PreferenceInput,
} from '../../shared/events/alerts/notification.ts'
import { del, get, group, post, put } from '../../shared/platform/http/endpoint.ts'
import { bareString, json, list } from '../../shared/platform/http/reply.ts'
import { natural, recordId } from '../../shared/platform/validation/fields.ts'

const access = 'administrator' as const
const own = { access, notAudited: "a mark or a choice in the caller's own list" } as const
const ofOne = ['malformedNotificationId', 'notificationNotFound'] as const

/** Alerts, and each administrator's marks on them. */
export const endpoints = group(
  'notifications',
  ['table', 'token-key'],
  {
    alerts: get('/alerts', {
      summary: 'Lists the alerts that are open',
      access,
      reply: list(Alert),
    }),
    list: get('/admin/notifications', {
      summary: 'Lists the alerts of the last 30 days, newest first',
      access,
      query: NotificationQuery,
      reply: json(z.array(Notification)),
    }),
    readAll: post('/admin/notifications/read-all', {
      summary: 'Marks all alerts as read, for the caller alone',
      ...own,
      reply: json(z.object({ updated: natural.describe('How many were not read') })),
    }),
    removeAll: del('/admin/notifications', {
      summary: "Deletes all alerts from the caller's list",
      ...own,
      reply: json(z.object({ deleted: natural.describe('How many it had') })),
    }),
    read: post('/admin/notifications/{id}/read', {
      summary: 'Marks an alert as read, for the caller alone',
      ...own,
      reply: json(z.object({ id: recordId('the alert'), read: z.literal(true) })),
      failures: ofOne,
    }),
    remove: del('/admin/notifications/{id}', {
      summary: "Deletes an alert from the caller's list",
      ...own,
      reply: json(z.object({ id: recordId('the alert'), deleted: z.literal(true) })),
      failures: ofOne,
    }),
    preferences: get('/admin/notification-preferences', {
      summary: 'Lists the categories of alerts that the caller chose',
      access,
      reply: json(z.array(Preference)),
    }),
    setPreference: put('/admin/notification-preferences', {
      summary: 'Chooses whether the caller gets the alerts of a category',
      ...own,
      body: PreferenceInput,
      reply: json(Preference),
      failures: ['notificationCategoryRequired'],
    }),
    pushKey: get('/admin/push/vapid-public-key', {
      summary: 'Says that Web Push is not offered',
      access,
      reply: { ...bareString('Web Push is disabled', 503), errorCode: 'push_disabled' },
    }),
  },
  { keptWarm: false },
)
