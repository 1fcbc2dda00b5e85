/** A stand-in for an AWS service: where its clients find it, and how it is ended. */
export type Engine = { readonly endpoint: string; readonly close: () => Promise<void> }
