import type { PrinterKind } from '../../shared/agents/protocol/report.ts'

/** One rendered job, ready for any kind of printer. */
export type PrintDocument = {
  jobId: string
  ticketId: string
  /** The name of the job in a spooler's list. */
  title: string
  bytes: Uint8Array
  /** The shop's setting for the printer; null for the agent's own configuration. */
  goodbyeSeconds?: number | null
  /** Draws the receipt as PNG; only virtual printers ask for it. Throws Unprintable. */
  picture: () => Promise<Uint8Array>
}

/** Reason why nobody knows whether a printer read the bytes, such as `it gave no sign`. */
export type Doubt = string

export type Printer = {
  name: string
  kind: PrinterKind
  /** Reason why the operating system prints nothing on it now, if known. */
  halt?: string | undefined
  /**
   * Resolves when the printer has accepted the whole job, with the reason where nothing shows
   * that it has read it. `beforeFirstByte` is awaited before anything is sent. `giveUp`
   * cancels a job in a spooler. Throws PrinterFailure.
   */
  print: (
    document: PrintDocument,
    beforeFirstByte: () => Promise<void>,
    giveUp: AbortSignal,
  ) => Promise<Doubt | undefined>
}

/** The printer did not accept the job, or only a part of it. */
export class PrinterFailure extends Error {
  override name = 'PrinterFailure'
  /** True if the receipt, or a part of it, may be on paper. */
  readonly maybePrinted: boolean
  /** True if the printer would refuse the same receipt again. */
  readonly isFinal: boolean
  constructor(message: string, maybePrinted: boolean, isFinal = false) {
    super(message)
    this.maybePrinted = maybePrinted
    this.isFinal = isFinal
  }
}

/** Throws another error as a PrinterFailure, with words before its message. */
export const failed =
  (maybePrinted: boolean, words = '') =>
  (error: Error): never => {
    throw new PrinterFailure(words + error.message, maybePrinted)
  }
