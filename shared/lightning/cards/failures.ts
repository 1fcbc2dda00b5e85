export {}

declare module '../../failure.ts' {
  interface Failures {
    cardRefused: { reason: string }
    cardLimit: NoDetails
    cardInvalid: NoDetails
  }
}
