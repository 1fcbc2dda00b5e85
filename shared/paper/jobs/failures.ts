export {}

declare module '../../failure.ts' {
  interface Failures {
    cannotCancel: NoDetails
  }
}
