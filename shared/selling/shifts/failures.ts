export {}

declare module '../../failure.ts' {
  interface Failures {
    shiftAlreadyOpen: NoDetails
    noZReport: NoDetails
    currencyInUse: NoDetails
  }
}
