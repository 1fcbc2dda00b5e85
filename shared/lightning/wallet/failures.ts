export {}

declare module '../../failure.ts' {
  interface Failures {
    undecodableInvoice: NoDetails
  }
}
