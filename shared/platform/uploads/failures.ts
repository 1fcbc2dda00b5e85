export {}

declare module '../../failure.ts' {
  interface Failures {
    tooManyPixels: NoDetails
    tooManyFiles: NoDetails
    uploadsUsedUp: NoDetails
  }
}
