export {}

declare module '../../failure.ts' {
  interface Failures {
    malformedNotificationId: NoDetails
    notificationNotFound: NoDetails
    notificationCategoryRequired: NoDetails
  }
}
