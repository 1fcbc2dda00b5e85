/** The words of the printers. Every language has the same keys. */
export const en = {
  title: 'Printers',
  none: 'No printer is set up yet.',
  types: { CUSTOMER: 'Receipts', KITCHEN: 'Kitchen', BAR: 'Bar' },
  isDefault: 'prints unless another is chosen',
  states: {
    ready: 'ready',
    noReceipt: 'reached',
    notReached: 'not reached',
    switchedOff: 'switched off',
    failing: 'failing',
    noTemplate: 'prints nothing',
  },
  test: 'Test print',
  testTitle: 'Test print',
  testSent: 'The test is being printed.',
  makeDefault: 'Make default',
  change: 'Change',

  add: 'Add a printer',
  printer: 'Printer',
  notReachedNow: (name: string) => `${name} (not reached)`,
  purpose: 'What does it print?',
  paper: 'Paper',
  papers: { 48: '80 mm', 42: '80 mm, 42 letters a line', 32: '58 mm' },
  drawer: 'When does it open the cash drawer?',
  drawerTimes: { never: 'Never', cash: 'When cash is taken', always: 'For every ticket' },
  save: 'Save',

  noneReached: 'No computer of the shop reports a printer.',
  howToInstall:
    'Install the agent on the computer that the printers are connected to (print-agent/README.md says how), and connect it here.',
  askAdministrator: 'An administrator connects the computer that the printers are at.',
  agents: 'Computers of the shop',
  online: 'online',
  offline: 'offline',
  notConnected: 'not connected yet',
  connect: 'Connect a computer',
  agentName: 'Name of the computer',
  agentNameDefault: 'Counter',
  runThis: 'Run this on the computer. The token is shown only now.',
  copy: 'Copy',
  copied: 'Copied',
}

export type PrintersTexts = typeof en
