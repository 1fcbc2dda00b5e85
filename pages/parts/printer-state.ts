import type { PrinterStatus } from './pos.ts'

/** State of a printer, in one word. */
export type PrinterState =
  | 'switchedOff'
  | 'notReached'
  | 'failing'
  | 'noTemplate'
  | 'noReceipt'
  | 'ready'

export function printerStateOf(printer: PrinterStatus): PrinterState {
  const { enabled, agentName, failingSinceMs, lastPrintedMs, lastSkippedMs } = printer
  if (!enabled) return 'switchedOff'
  if (agentName === null) return 'notReached'
  if (failingSinceMs !== null) return 'failing'
  if (lastSkippedMs !== null && lastSkippedMs > (lastPrintedMs ?? 0)) return 'noTemplate'
  return lastPrintedMs === null ? 'noReceipt' : 'ready'
}

/** Returns the colour of a state's badge; blank for neither good nor bad. */
export const toneOf = (state: PrinterState): 'good' | 'bad' | '' => {
  if (state === 'ready') return 'good'
  return state === 'switchedOff' || state === 'noReceipt' ? '' : 'bad'
}
