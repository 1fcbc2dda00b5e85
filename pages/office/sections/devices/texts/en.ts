import type { PrintJob } from '../../../../../shared/client/api.ts'

export const en = {
  printers: 'Printers',
  papers: 'Papers',
  prints: 'Prints',
  computers: 'Computers',
  kitchen: 'Kitchen screens',

  noPrinter: 'Add a printer first.',
  papersHint:
    'Choose a printer to see its paper with made-up goods. With the usual one it prints receipts and bills, or kitchen tickets.',
  printer: 'Printer',
  template: 'Paper',
  usual: 'The usual one',
  preview: 'Its paper',
  noPreview: 'That cannot be drawn now.',
  save: 'Save',
  saved: 'Saved. It counts from the next print.',

  printsHint:
    'The last 24 hours, newest first. What is printed again is marked as a copy.',
  noPrints: 'Nothing was printed in the last 24 hours.',
  paper: 'Paper',
  at: 'When',
  state: 'State',
  states: {
    waiting: 'waits',
    sent: 'sent',
    printing: 'is being printed',
    printed: 'printed',
    reprinted: 'printed after an interruption',
    failed: 'not printed',
    expired: 'not printed: too late',
    cancelled: 'cancelled',
    skipped: 'not printed: the printer has no paper of its own',
    unknown: 'perhaps printed',
  } satisfies Record<PrintJob['state'], string>,
  actions: 'Actions',
  again: 'Print a copy',
  againSent: 'A copy is being printed.',
  cancel: 'Cancel',
  cancelled: 'It is not printed any more.',

  computersHint:
    'A computer of the shop prints and reaches the Lightning node. Its own log is shown on it, at http://localhost:9180.',

  kitchenHint:
    'Open this address on a tablet or television in the kitchen, and log in with somebody of the role for the kitchen. Choose the station on the screen, by its gear.',
  kitchenCode: 'The address of the kitchen’s screen as a QR code',
  stations: 'Stations',
  noStations:
    'Each kitchen or bar printer is a station. Without one, every screen shows every dish.',
  everything: 'everything',
}

export type DeviceTexts = typeof en
