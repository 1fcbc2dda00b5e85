export {}

declare module '../../failure.ts' {
  interface Failures {
    signatureMissing: NoDetails
    signatureInvalid: NoDetails
  }
}
