/*
 * The real-time status of ESC/POS (`DLE EOT n`): a printer answers with one byte as soon as
 * it reads the request, also while it is out of paper. Printers without it ignore the
 * request.
 */

/** Asks whether the printer is online. */
export const ASK_STATUS = Uint8Array.of(0x10, 0x04, 0x01)

/** Asks why a printer is offline. */
export const ASK_CAUSE = Uint8Array.of(0x10, 0x04, 0x02)

/** Whether a byte has the bits that all answers have in common. */
export const isAnswer = (byte: number): boolean => (byte & 0x93) === 0x12

/** Whether an answer to ASK_STATUS says that the printer cannot print. */
export const isOffline = (status: number): boolean => (status & 0x08) !== 0

/** What an answer to ASK_CAUSE says, in words. */
export function causeOf(answer: number | undefined): string {
  if (answer === undefined) return 'it does not say why'
  if ((answer & 0x20) !== 0) return 'out of paper'
  if ((answer & 0x04) !== 0) return 'its cover is open'
  if ((answer & 0x40) !== 0) return 'an error'
  return 'it does not say why'
}
