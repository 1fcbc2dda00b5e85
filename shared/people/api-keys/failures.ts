export {}

declare module '../../failure.ts' {
  interface Failures {
    apiKeyWithCookies: NoDetails
    apiKeyBusy: { retryAfter: number }
    tooManyApiKeys: NoDetails
  }
}
