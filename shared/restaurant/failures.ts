export {}

declare module '../failure.ts' {
  interface Failures {
    tooManyDishes: NoDetails
    orderFull: NoDetails
    orderPaid: NoDetails
    invalidStatus: { value: string }
    tableNotFound: NoDetails
    tooManyTables: NoDetails
  }
}
