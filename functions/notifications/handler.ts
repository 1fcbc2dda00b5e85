import { alertOnWire, openAlerts } from '../../shared/events/alerts/alerts.ts'
import {
  changePreference,
  listPreferences,
} from '../../shared/events/alerts/notification-preferences.ts'
import {
  deleteAllNotifications,
  deleteNotification,
  listNotifications,
  readAllNotifications,
  readNotification,
} from '../../shared/events/alerts/notifications.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  alerts: async ({ page }) => (await openAlerts(page)).map(alertOnWire),

  list: ({ query, caller, request: { nowMs } }) =>
    listNotifications(caller.userId, query, nowMs),

  readAll: async ({ caller, request: { nowMs } }) => ({
    updated: await readAllNotifications(caller.userId, nowMs),
  }),

  removeAll: async ({ caller, request: { nowMs } }) => ({
    deleted: await deleteAllNotifications(caller.userId, nowMs),
  }),

  read: ({ params, caller, request: { nowMs } }) =>
    readNotification(caller.userId, params.id, nowMs),

  remove: ({ params, caller, request: { nowMs } }) =>
    deleteNotification(caller.userId, params.id, nowMs),

  preferences: ({ caller }) => listPreferences(caller.userId),

  setPreference: ({ body, caller, request: { nowMs } }) =>
    changePreference(caller.userId, body, nowMs),

  pushKey: () => undefined,
})
