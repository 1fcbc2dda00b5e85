export {}

declare module '../failure.ts' {
  interface Failures {
    tooManyDishes: NoDetails
    invalidModifiers: { group: string }
    orderFull: NoDetails
    orderPaid: NoDetails
    invalidStatus: { value: string }
    tableNotFound: NoDetails
    tooManyTables: NoDetails
  }
}
