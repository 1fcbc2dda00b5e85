export {}

declare module '../../failure.ts' {
  interface Failures {
    conflict: NoDetails
    storageUnavailable: NoDetails
    invalidPage: { fault: string }
  }
}
