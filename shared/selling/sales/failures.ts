export {}

declare module '../../failure.ts' {
  interface Failures {
    checkoutInvalidReference: NoDetails
    checkoutEmpty: NoDetails
    checkoutInvalidQuantity: NoDetails
    checkoutInvalidDiscount: NoDetails
    checkoutInvalidTip: NoDetails
    saleDiffers: NoDetails
    checkoutAmountsDiffer: { expectedCents: number }
    paymentOfAnotherUser: NoDetails
    paymentAlreadySold: NoDetails
    paymentBelongsToAQuote: NoDetails
    paymentBelongsToAPayCode: NoDetails
    paymentAttached: NoDetails
    paymentDismissed: NoDetails
    paymentRefunded: NoDetails
    paymentNotFound: NoDetails
    paymentNotAttached: NoDetails
    paymentMethodNotFound: NoDetails
    paymentOfSale: NoDetails
    ticketOfSale: NoDetails
    tooManyLinks: NoDetails
    notCorrectable: { reason: string }
    sumsTooLarge: NoDetails
    currencyDiffers: NoDetails
    handInFirst: NoDetails
  }
}
