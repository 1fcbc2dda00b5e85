export {}

declare module '../../failure.ts' {
  interface Failures {
    tooManyPayCodes: NoDetails
  }
}
