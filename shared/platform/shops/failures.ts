export {}

declare module '../../failure.ts' {
  interface Failures {
    shopSuspended: NoDetails
    shopReadOnly: { retryAfter: number }
    shopBusy: { retryAfter: number }
  }
}
