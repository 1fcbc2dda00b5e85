import type { Environment } from '../settings.ts'

/** Arguments of a command. */
export type Call = {
  /** The arguments after the command's name. */
  readonly arguments: readonly string[]
  readonly flags: { readonly downgrade: boolean; readonly back: boolean }
  /** The path of the configuration file. */
  readonly configPath: string
  readonly env: Environment
  /** Writes one line to standard output. */
  readonly say: (line: string) => void
  /** Writes one line to standard error. */
  readonly complain: (line: string) => void
}

/** A command of the agent, and its line in the help. */
export type Command = {
  /** Its arguments, such as `<base URL> <token>`. */
  readonly usage: string
  readonly argumentCount: number
  /** A sentence without a capital or a full stop. */
  readonly description: string
  /** Returns the exit code. Throws ConfigProblem. */
  readonly run: (call: Call) => Promise<number>
}

// The values of sysexits.h: a service manager can see which exits a restart cannot fix.
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 64,
  /** A later try may succeed. */
  stateInUse: 75,
  revoked: 77,
  config: 78,
} as const
