export {}

declare module '../../failure.ts' {
  interface Failures {
    nothingToSend: NoDetails
  }
}
