/** A local emulator of an AWS service: the endpoint for its clients, and how to stop it. */
export type Engine = { readonly endpoint: string; readonly close: () => Promise<void> }
