export {}

declare module '../../failure.ts' {
  interface Failures {
    malformedDay: { name: string; value: string }
  }
}
