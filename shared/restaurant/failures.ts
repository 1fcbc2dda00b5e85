export {}

declare module '../failure.ts' {
  interface Failures {
    tooManyDishes: NoDetails
    dishNotAvailable: { name: string }
    invalidModifiers: { group: string }
    orderFull: NoDetails
    orderPaid: NoDetails
    invalidStatus: { value: string }
    tableNotFound: NoDetails
    tooManyTables: NoDetails
  }
}
