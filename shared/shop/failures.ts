export {}

declare module '../failure.ts' {
  interface Failures {
    invalidTimezone: { value: string }
    invalidBusinessType: NoDetails
    invalidTipPercentages: NoDetails
    missingUserData: NoDetails
    missingBusinessData: NoDetails
    setupAlreadyCompleted: NoDetails
  }
}
