export {}

declare module '../../failure.ts' {
  interface Failures {
    tillExists: NoDetails
    tooManyTills: NoDetails
    tillRevoked: NoDetails
    offlineSellingOff: NoDetails
    tillTokenInvalid: NoDetails
  }
}
