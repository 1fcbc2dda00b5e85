export {}

declare module '../../failure.ts' {
  interface Failures {
    tableOccupied: NoDetails
    tooManyTablesOfBill: NoDetails
  }
}
