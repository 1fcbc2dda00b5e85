export {}

declare module '../../failure.ts' {
  interface Failures {
    reversedDays: NoDetails
    reversedTotals: NoDetails
    oneSidedDays: { given: string; missing: string }
    invalidPeriod: { value: string }
    invalidFilter: { name: string; value: string }
  }
}
