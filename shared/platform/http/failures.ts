export {}

declare module '../../failure.ts' {
  interface Failures {
    blankParameter: { parameter: string }
    bodyTooLarge: NoDetails
    callerBusy: { retryAfter: number }
    responseTooLarge: NoDetails
    exportTooLarge: NoDetails
    malformedIdempotencyKey: NoDetails
    walletRequired: NoDetails
    walletSessionExpired: NoDetails
    foreignPage: NoDetails
    frontDoorBypassed: NoDetails
    methodNotAllowed: NoDetails
    internal: NoDetails
  }
}
