export type PrinterKind = 'system' | 'network' | 'device' | 'virtual'

/** One rendered job, ready for any kind of printer. */
export type PrintDocument = {
  jobId: string
  ticketId: string
  /** What a spooler shows of the job. */
  title: string
  bytes: Uint8Array
  /** Draws the receipt as PNG; only virtual printers ask for it. Throws Unprintable. */
  picture: () => Promise<Uint8Array>
}

export type Printer = {
  name: string
  kind: PrinterKind
  /**
   * Returns when the printer has taken everything. `beforeFirstByte` is awaited once,
   * when the printer is reached and nothing is sent yet. Throws PrinterFailure.
   */
  print: (document: PrintDocument, beforeFirstByte: () => Promise<void>) => Promise<void>
}

/** The printer did not take the job, or not all of it. */
export class PrinterFailure extends Error {
  override name = 'PrinterFailure'
  /** Whether the receipt, or a part of it, may be on paper. */
  readonly maybePrinted: boolean
  constructor(message: string, maybePrinted: boolean) {
    super(message)
    this.maybePrinted = maybePrinted
  }
}
