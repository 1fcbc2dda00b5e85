export {}

declare module '../../failure.ts' {
  interface Failures {
    idempotencyKeyReused: NoDetails
    requestInProgress: NoDetails
  }
}
