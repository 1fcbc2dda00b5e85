export {}

declare module '../../failure.ts' {
  interface Failures {
    checkoutProductNotFound: NoDetails
    checkoutInsufficientStock: NoDetails
    checkoutVariantRequired: NoDetails
    checkoutInvalidModifiers: NoDetails
    checkoutTooManyProducts: { limit: string }
    checkoutTryAgain: NoDetails
    paymentHashRequired: NoDetails
    paymentTooSmall: NoDetails
  }
}
