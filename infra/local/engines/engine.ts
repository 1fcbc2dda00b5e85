/** A local emulator of an AWS service: the endpoint for its clients, and how to stop it. */
export type Engine = { readonly endpoint: string; readonly close: () => Promise<void> }

/** A program that serves the table. */
export type EngineProgram = {
  /** The name of its file in the table's folder. */
  readonly file: string
  /**
   * Makes the folder for its file; in memory without one. Resolves to the command that
   * serves it on an address. Throws an Error that says what to install.
   */
  readonly prepare: (
    folder?: string,
  ) => Promise<(host: string, port: number) => readonly [string, ...string[]]>
}
