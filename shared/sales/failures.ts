export {}

declare module '../failure.ts' {
  interface Failures {
    checkoutInvalidReference: NoDetails
    checkoutEmpty: NoDetails
    checkoutInvalidQuantity: NoDetails
    checkoutInvalidDiscount: NoDetails
    checkoutInvalidTip: NoDetails
    checkoutAmountsDiffer: { expectedCents: number }
    paymentOfAnotherUser: NoDetails
    paymentAlreadySold: NoDetails
    paymentMethodNotFound: NoDetails
    paymentOfSale: NoDetails
    ticketOfSale: NoDetails
    tooManyLinks: NoDetails
    sumsTooLarge: NoDetails
  }
}
