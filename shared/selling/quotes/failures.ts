export {}

declare module '../../failure.ts' {
  interface Failures {
    quoteDiffers: NoDetails
    quoteNothingDue: NoDetails
    quoteTooLarge: NoDetails
    quoteNotPaid: NoDetails
    quoteNotOpen: { status: string }
    chargeInProgress: NoDetails
  }
}
