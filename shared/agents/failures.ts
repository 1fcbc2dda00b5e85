export {}

declare module '../failure.ts' {
  interface Failures {
    agentWithoutNode: NoDetails
  }
}
