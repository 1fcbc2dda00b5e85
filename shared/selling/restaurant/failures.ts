export {}

declare module '../../failure.ts' {
  interface Failures {
    tooManyDishes: NoDetails
    invalidModifiers: { group: string }
    orderFull: NoDetails
    orderPaid: NoDetails
    orderHasPayments: NoDetails
    prepaidExceedsDue: NoDetails
    prepaidInAnotherCurrency: NoDetails
    invalidStatus: { value: string }
    tableNotFound: NoDetails
    tooManyTables: NoDetails
  }
}
