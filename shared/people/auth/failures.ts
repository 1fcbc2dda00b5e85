export {}

declare module '../../failure.ts' {
  interface Failures {
    roleMissing: NoDetails
    invalidToken: NoDetails
  }
}
