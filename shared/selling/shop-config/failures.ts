export {}

declare module '../../failure.ts' {
  interface Failures {
    invalidCashRounding: NoDetails
    invalidTimezone: { value: string }
    invalidBusinessType: NoDetails
    invalidTipPercentages: NoDetails
    missingUserData: NoDetails
    missingBusinessData: NoDetails
    setupAlreadyCompleted: NoDetails
  }
}
