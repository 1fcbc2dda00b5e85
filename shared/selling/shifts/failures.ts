export {}

declare module '../../failure.ts' {
  interface Failures {
    shiftAlreadyOpen: NoDetails
    noZReport: NoDetails
    shiftClosing: NoDetails
    currencyInUse: NoDetails
  }
}
