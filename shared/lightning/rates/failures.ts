export {}

declare module '../../failure.ts' {
  interface Failures {
    rateUnavailable: NoDetails
    ratesDiffer: NoDetails
  }
}
