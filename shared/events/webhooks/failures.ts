export {}

declare module '../../failure.ts' {
  interface Failures {
    tooManyWebhooks: NoDetails
    webhookDisabled: NoDetails
  }
}
