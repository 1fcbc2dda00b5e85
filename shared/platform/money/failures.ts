export {}

declare module '../../failure.ts' {
  interface Failures {
    currencyNotFound: { acronym?: string }
  }
}
