export {}

declare module '../failure.ts' {
  interface Failures {
    malformedType: NoDetails
    tooManyCategories: NoDetails
    tooManyTaxes: NoDetails
    rateBegun: NoDetails
    tooManyVariants: NoDetails
    productChanged: NoDetails
    variantNotFound: NoDetails
    optionTypeNotFound: NoDetails
    checkoutVariantRequired: NoDetails
    inBundles: { names: string }
    inModifiers: { names: string }
    insufficientStock: NoDetails
    checkoutProductNotAvailable: { name: string }
    invalidDishes: NoDetails
  }
}
