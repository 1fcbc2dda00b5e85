export {}

declare module '../../failure.ts' {
  interface Failures {
    malformedPart: { most: number }
  }
}
