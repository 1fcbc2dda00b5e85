export {}

declare module '../../failure.ts' {
  interface Failures {
    blankName: NoDetails
    blankNameOrPin: NoDetails
    shortPin: NoDetails
    roleNotFound: { roleId?: string }
    userNotFound: NoDetails
    invalidCredentials: NoDetails
    invalidPin: NoDetails
    tooManyAttempts: { retryAfter: number }
    adminRequired: NoDetails
    lastUser: NoDetails
    lastAdmin: NoDetails
  }
}
